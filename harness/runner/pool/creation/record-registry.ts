import type { JsonValue } from '../../../core/model.ts';
import type { ResourceOperation, ResourceType } from '../../../openapi/resources/model.ts';
import type { Journal, Step } from '../journal.ts';
import { isSameRecord, keyAbove, type LiveRecord } from '../live-record.ts';
import { createdIdentifiers, type FoundIdentifier, locationOf } from '../read-identifiers.ts';
import { fittingValue } from './fitting-value.ts';
import type { Unavailable } from './plan-creation.ts';

/** What a live record is made of. */
type RecordParts = Pick<LiveRecord, 'type' | 'origin' | 'step' | 'isOwn' | 'context'> & {
  readonly identifiers: ReadonlyMap<string, FoundIdentifier>;
};

/** The records that a run has created, with names for their identifiers in the evidence. */
export class RecordRegistry {
  /** In the order of their creation. */
  readonly created: LiveRecord[] = [];
  private readonly journal: Journal;
  private variable = 0;

  constructor(journal: Journal) {
    this.journal = journal;
  }

  /** The record that a response to a creation shows; it is deleted at the end. */
  createdRecord(
    type: ResourceType,
    origin: ResourceOperation,
    step: Step,
    context: ReadonlyMap<string, LiveRecord>,
  ): LiveRecord | Unavailable {
    const [found, ...others] = this.validFirst(type, createdIdentifiers(type, step));
    if (!found) return { problem: `the response of ${step.operation.id} does not identify the new ${type.name}`, step };
    const record = this.adopt({ type, identifiers: found, context, origin, step, isOwn: true });
    record.alternatives.push(...others);
    return record;
  }

  /** Keeps a record that another request than a creation has made, and deletes it at the end. */
  adopt(parts: RecordParts): LiveRecord {
    const record = this.record(parts);
    this.created.push(record);
    return record;
  }

  /** Those that the operations of the type take come first; others, such as a part of a wrong Location, cannot be sent. */
  private validFirst(type: ResourceType, found: readonly Map<string, FoundIdentifier>[]) {
    const { schemas } = this.journal.sender.contract;
    const isValid = (identifiers: ReadonlyMap<string, FoundIdentifier>) =>
      type.operations.every(({ operation, path }) =>
        path.every(({ in: place, at, resource, identifier }) => {
          const value = resource === type.name ? identifiers.get(identifier)?.value : undefined;
          const schema = operation.parameters.find((each) => each.in === place && each.name === at)?.schema;
          if (value === undefined || schema === undefined) return true;
          return fittingValue(value, (form) => schemas.accepts(schema, form, 'request')) !== undefined;
        }),
      );
    const valid = found.filter(isValid);
    return valid.length > 0 ? valid : found;
  }

  /** A live record, with names for its identifiers in the evidence. */
  record({ identifiers, context, ...parts }: RecordParts): LiveRecord {
    this.nameCaptures(parts.step, identifiers);
    const around = new Map(context);
    const values = new Map<string, JsonValue>([...identifiers].map(([name, { value }]) => [name, value]));
    const { body } = parts.step.spec;
    const location = parts.isOwn ? locationOf(parts.step) : undefined;
    const known = { identifiers: values, context: around, sent: body, location, isDeleted: false };
    const record: LiveRecord = { ...parts, ...known, alternatives: [], changes: [] };
    const above = around.get(parts.type.name);
    if (above) around.set(keyAbove(parts.type.name), above);
    around.set(parts.type.name, record);
    return record;
  }

  /** Takes other identifiers for a record, if its response has several. */
  identify(record: LiveRecord, identifiers: ReadonlyMap<string, FoundIdentifier>): LiveRecord {
    const other = this.record({ ...record, identifiers });
    this.created.splice(this.created.indexOf(record), 1, other);
    return other;
  }

  /** Whether another record was created with the identifiers of one that was deleted, which a service may use again. */
  isReused(record: LiveRecord): boolean {
    const { type } = record;
    return this.created.some((each) => each !== record && each.type === type && isSameRecord(each, record));
  }

  private nameCaptures(step: Step, identifiers: ReadonlyMap<string, FoundIdentifier>): void {
    for (const [name, { value, from }] of identifiers)
      if (from)
        step.captures.push({ name: `${name.replace(/\W/g, '_')}_${++this.variable}`, value: String(value), from });
  }
}
