import { isObject } from '../../../../core/json/index.ts';
import { getAllAt, parsePointer, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { listsStatus } from '../../../../core/operation.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import { isOf } from '../../../../openapi/resources/child-counts.ts';
import type { Reference, ResourceOperation } from '../../../../openapi/resources/model.ts';
import { conflictFacts, type ForbiddenFact } from '../../../../openapi/resources/prose/conflict-facts.ts';
import type { RecordFact } from '../../../../openapi/resources/record-facts.ts';
import { requiredInBody } from '../../../../openapi/resources/references/required-references.ts';
import { isDone, type Step, statusOf } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { observeCounter } from '../steps/counter.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Chooses values that no other record has. */
const VARIANTS = { first: 72, second: 73, given: 74 };
/** So many changes are tried to bring a record into a state. */
const MAX_TRIED = 4;

/** What the document calls a conflict with the state of another record is one: a copy that is on loan is not lent again. */
export async function verifyForbiddenCreations(sequence: Sequence, { record }: Subject): Promise<void> {
  const { contract, type } = sequence;
  for (const operation of type.operations.filter(({ creates, scope }) => creates && scope === 'collection'))
    for (const [name, { type: other }] of withoutSelf(record)) {
      const facts = name === other.name ? conflictFacts(contract, operation.operation, other) : [];
      for (const fact of facts) await verifyForbidden(sequence, operation, { record, name, fact });
    }
}

interface Forbidden {
  readonly record: LiveRecord;
  /** The type of the other record. */
  readonly name: string;
  /** What makes it a conflict. */
  readonly fact: ForbiddenFact;
}

async function verifyForbidden(
  sequence: Sequence,
  operation: ResourceOperation,
  { record, name, fact }: Forbidden,
): Promise<void> {
  const { pool, type } = sequence;
  const old = record.context.get(name);
  const around = [...withoutSelf(record)].filter(([each]) => each !== name);
  const another = async () => old && pool.create(old.type, { context: new Map(around), isNamed: true });
  let beside = around;
  const create = (other: LiveRecord, variant: number, purpose: string) =>
    createIn(sequence, operation, { context: new Map([...beside, [name, other]]), named: other, variant, purpose });
  // Without one that is accepted, a rejection proves nothing, and an acceptance would be the first.
  const used = await another();
  // What a new record is already when it is accepted is not what the document means.
  if (!used || 'problem' in used || (await readFact(sequence, used, fact))) return;
  const purposeOfFirst = `create ${withArticle(type.name)} of a new ${name}`;
  let first = await create(used, VARIANTS.first, purposeOfFirst);
  // The new one may have been created with what is named beside it, which it has once: the products of an order.
  if (first?.response?.status === 409) {
    beside = await withNew(sequence, operation, around);
    first = await create(used, VARIANTS.first, purposeOfFirst);
  }
  if (!first || !isDone(first)) return;
  // What is created may bring about the state, as of a copy that is lent; or else what is done to a record does.
  const shown = await readFact(sequence, used, fact);
  const given = shown || !old ? undefined : await createdAs(sequence, old, new Map(around), fact);
  const other = shown ? used : (given?.record ?? (await another()));
  if (!other || 'problem' in other) return;
  const reached = shown ? [shown] : given ? [given.step] : await bringInto(sequence, other, fact);
  const purpose = `create ${withArticle(type.name)} in a state that forbids it`;
  const again = reached && (await create(other, VARIANTS.second, purpose));
  if (!again || !isDone(again)) return;
  sequence.report('conflict-is-rejected', again, {
    records: [other],
    steps: [first, ...reached, again],
    message: `it is accepted although ${fact.property} of the ${name} is ${String(fact.value)}, which the document calls a conflict`,
    expected: `status ${fact.status}`,
    actual: `status ${statusOf(again)}`,
  });
}

/** The records around another one, with new ones for those that the body of a creation has to name. */
async function withNew(
  { pool, type }: Sequence,
  operation: ResourceOperation,
  around: readonly [string, LiveRecord][],
): Promise<[string, LiveRecord][]> {
  const named = requiredInBody(operation);
  const found: [string, LiveRecord][] = [];
  for (const [name, record] of around) {
    const isNamed = name !== type.name && named.some(({ resource }) => resource === name);
    const made = isNamed ? await pool.create(record.type, { context: withoutSelf(record), isNamed: true }) : record;
    found.push([name, 'problem' in made ? record : made]);
  }
  return found;
}

interface Creation {
  readonly context: ReadonlyMap<string, LiveRecord>;
  /** The record that each request names. */
  readonly named: LiveRecord;
  readonly variant: number;
  readonly purpose: string;
}

/** Sends the first valid request that is accepted, or the last one; an order without lines names no product. */
async function createIn(
  sequence: Sequence,
  operation: ResourceOperation,
  { context, named, variant, purpose }: Creation,
): Promise<Step | undefined> {
  const { pool, type } = sequence;
  let step: Step | undefined;
  for (const { body } of [...pool.candidates.of(operation.operation, variant)].slice(0, MAX_TRIED)) {
    const spec = sequence.requestFor(operation, { context }, body);
    if (!spec) return undefined;
    if (!isNamedIn(spec.body, operation, named)) continue;
    step = await pool.send(operation.operation, spec, purpose);
    if (!isDone(step)) continue;
    pool.registry.createdRecord(type, operation, step, context);
    return step;
  }
  return step;
}

/** True if a body names a record where it can, unless the path names it. */
function isNamedIn(
  body: JsonValue | undefined,
  { references, path }: ResourceOperation,
  { type, identifiers }: LiveRecord,
): boolean {
  const inBody = references.filter(({ in: place, resource }) => place === 'body' && resource === type.name);
  const isNamed = ({ at, identifier }: Reference) =>
    getAllAt(body, parsePointer(at)).some((each) => isSameValue(each, identifiers.get(identifier) ?? null));
  return path.some(({ resource }) => resource === type.name) || inBody.length === 0 || inBody.some(isNamed);
}

/** A new record that a client creates in a state; undefined if it does not choose that. */
async function createdAs(
  sequence: Sequence,
  { type, origin }: LiveRecord,
  context: LiveRecord['context'],
  fact: RecordFact,
): Promise<{ readonly record: LiveRecord; readonly step: Step } | undefined> {
  const { pool, contract } = sequence;
  const isSent = origin.request?.properties.some(({ pointer, readOnly }) => pointer === fact.property && !readOnly);
  const whole = isSent ? pool.candidates.body(origin.operation, 'all', VARIANTS.given) : undefined;
  const body = whole && replaceAt(whole, `${origin.request?.envelope ?? ''}${fact.property}`, fact.value);
  if (body === undefined || !acceptsBody(contract, origin.operation, body)) return undefined;
  const record = await pool.create(type, { context, body });
  const step = 'problem' in record ? undefined : await readFact(sequence, record, fact);
  return 'problem' in record || !step ? undefined : { record, step };
}

/** Changes a record by its actions, and then by its deletion, until a read shows a state. @returns the steps; undefined if none shows it */
export async function bringInto(sequence: Sequence, record: LiveRecord, fact: RecordFact): Promise<Step[] | undefined> {
  const { pool } = sequence;
  const { operations } = record.type;
  const actions = operations.filter(
    ({ role, ends, operation }) =>
      role === 'action' && ends === undefined && operation.method !== 'DELETE' && !listsStatus(operation, 202),
  );
  const deletions = operations.filter(({ role, scope }) => role === 'delete' && scope === 'item');
  const steps: Step[] = [];
  for (const change of [...actions.slice(0, MAX_TRIED), ...deletions]) {
    const [candidate] = pool.candidates.of(change.operation, 0);
    const spec = candidate && sequence.requestFor(change, record, candidate.body);
    if (!spec) continue;
    const step = await sequence.change(change, record, spec, `${change.operation.id} on the ${record.type.name}`);
    if (!isDone(step)) continue;
    steps.push(step);
    const shown = await readFact(sequence, record, fact);
    if (shown) return [...steps, shown];
  }
  return undefined;
}

/** @returns the read that shows the state; undefined if none does */
export async function readFact(sequence: Sequence, parent: LiveRecord, fact: RecordFact): Promise<Step | undefined> {
  const reader = sequence.pool.reader(parent.type);
  const seen = reader && (await observeCounter(sequence, { parent, reader, pointer: fact.property }, () => true));
  return isObject(seen?.record) && isOf(fact, seen.record) ? seen.step : undefined;
}
