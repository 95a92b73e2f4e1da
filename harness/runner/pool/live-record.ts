import type { JsonValue } from '../../core/model.ts';
import type { PlanStep } from '../../openapi/resources/creation-plan.ts';
import type { ResourceOperation, ResourceType } from '../../openapi/resources/model.ts';
import type { Step } from './journal.ts';
import type { FoundIdentifier } from './read-identifiers.ts';

/** A record that exists, as far as is known. */
export interface LiveRecord {
  readonly type: ResourceType;
  /** Values of its own identifiers, by their names; others after a change of what they follow from. */
  identifiers: ReadonlyMap<string, JsonValue>;
  /** Other identifiers in the response to its creation: its Location and its body may differ. */
  readonly alternatives: ReadonlyMap<string, FoundIdentifier>[];
  /** The records that its requests name, by resource type; itself too. Another of its own type that it was created with has a key of its own. */
  readonly context: ReadonlyMap<string, LiveRecord>;
  /** True if the harness created it: only then it may be changed or deleted. */
  readonly isOwn: boolean;
  /** The operation that created or listed it, and its step. */
  readonly origin: ResourceOperation;
  readonly step: Step;
  /** What was sent to create it. */
  readonly sent: JsonValue | undefined;
  /** Request target from the Location of its creation, below the base URL. */
  readonly location: string | undefined;
  /** Steps that changed it, or tried to. */
  readonly changes: Step[];
  isDeleted: boolean;
  /** The change that gave it the identifiers that it has now. */
  renamedBy?: { readonly operation: ResourceOperation; readonly step: Step };
}

/** The key of another record of its own type in the context of a record. */
export function keyAbove(resource: string): string {
  return `${resource} above`;
}

/** The key of a record beside another one of its type in the context of a record. */
function keySecond(resource: string): string {
  return `${resource} beside`;
}

/** The record of a context that a step of a plan has. */
export function recordFor(context: LiveRecord['context'], step: PlanStep): LiveRecord | undefined {
  const { resource, isOther, isSecond } = step;
  return context.get(isOther ? keyAbove(resource) : isSecond ? keySecond(resource) : resource);
}

/** The steps that led to a record: those of the records that it needs first. */
export function lineage(record: LiveRecord): Step[] {
  const others = [...record.context.values()].filter((each) => each !== record);
  return [...new Set([...others.flatMap(lineage), record.step])];
}

/** Its identifiers as people write them: `7`, or `3/7` for several. */
export function describeRecord({ type, identifiers }: LiveRecord): string {
  return `${type.name} ${[...identifiers.values()].map(String).join('/')}`;
}

/** Whether two records have the same identifiers. */
export function isSameRecord(one: Pick<LiveRecord, 'identifiers'>, other: Pick<LiveRecord, 'identifiers'>): boolean {
  return [...one.identifiers].every(([name, value]) => String(other.identifiers.get(name)) === String(value));
}

/** The records that a record was created with. */
export function withoutSelf(record: LiveRecord): Map<string, LiveRecord> {
  return new Map([...record.context].filter(([, each]) => each !== record));
}

/** The records by type, with those that they need themselves. */
export function contextMap(records: readonly (LiveRecord | undefined)[]): Map<string, LiveRecord> {
  const context = new Map<string, LiveRecord>();
  for (const record of records)
    for (const [resource, other] of record?.context ?? []) if (!context.has(resource)) context.set(resource, other);
  const direct = new Map<string, LiveRecord>();
  for (const record of records) {
    if (!record) continue;
    const { name } = record.type;
    const first = direct.get(name) ?? record;
    direct.set(name, first).set(first === record ? name : keySecond(name), record);
  }
  return new Map([...context, ...direct]);
}

/** False for a record that has a change which may still be going on (202), or whose response did not come. */
export function isSettled({ changes }: LiveRecord): boolean {
  return changes.every(({ response }) => response !== undefined && response.status !== 202);
}
