import { isObject } from '../../../../core/json/index.ts';
import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isAccepted, type Step } from '../../../pool/journal.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import { isDone, type Sequence, type Subject } from '../steps/sequence.ts';

/**
 * A value that must be unique is so for creations and for updates. Which values must be is known only from the service: one
 * operation rejects them a second time (409), and then the others that document 409 must, too.
 */
export async function verifyUnique(sequence: Sequence, subject: Subject, other: Subject): Promise<void> {
  const creator = subject.record.origin;
  const [updater] = sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch');
  if (!documentsConflict(creator) || !updater || !documentsConflict(updater)) return;
  if (creator.scope !== 'collection') return;
  const values = await shownValues(sequence, other, sharedTexts(creator, updater, other.record.sent));
  // All values at once: only if one operation rejects them and the other does not, each is tried alone.
  const all = await attempt(sequence, subject, { creator, updater }, values);
  if (!all || isConflict(all.created) === isConflict(all.updated)) return;
  for (const [pointer, value] of values) {
    const alone = await attempt(sequence, subject, { creator, updater }, new Map([[pointer, value]]));
    if (!alone || isConflict(alone.created) === isConflict(alone.updated)) continue;
    const { created, updated } = alone;
    const [accepted, rejected] = isConflict(created) ? [updated, created] : [created, updated];
    if (isAccepted(accepted)) return report(sequence, other, accepted, rejected, pointer);
  }
}

interface Operations {
  readonly creator: ResourceOperation;
  readonly updater: ResourceOperation;
}

type Values = ReadonlyMap<string, JsonValue>;

/** Sends values of another record in a creation and in an update. */
async function attempt(sequence: Sequence, subject: Subject, { creator, updater }: Operations, values: Values) {
  const created = await create(sequence, subject, creator, values);
  const updated = created && (await update(sequence, subject, updater, values));
  return created && updated ? { created, updated } : undefined;
}

function documentsConflict({ operation }: ResourceOperation): boolean {
  return operation.responses.some(({ key }) => key === '409');
}

function isConflict({ response }: Step): boolean {
  return response?.status === 409;
}

const MAX_PROPERTIES = 6;

/** Pointers of strings that both operations take; the required ones of the creation first. */
function sharedTexts(creator: ResourceOperation, updater: ResourceOperation, sent: JsonValue | undefined): string[] {
  const own = new Set(creator.ownIdentifiers.map(({ pointer }) => pointer));
  const taken = new Set(updater.request?.properties.map(({ pointer }) => (updater.request?.envelope ?? '') + pointer));
  return (creator.request?.properties ?? [])
    .toSorted((a, b) => Number(b.required) - Number(a.required))
    .filter(({ enumerated, types }) => !enumerated && types.includes('string'))
    .map(({ pointer }) => (creator.request?.envelope ?? '') + pointer)
    .filter((pointer) => !pointer.includes('/*') && !own.has(pointer) && taken.has(pointer))
    .filter((pointer) => sent !== undefined && typeof getAt(sent, pointer) === 'string')
    .slice(0, MAX_PROPERTIES);
}

/** What the other record has now; updates may have changed it since. */
async function shownValues(sequence: Sequence, other: Subject, pointers: readonly string[]): Promise<Values> {
  const seen = await sequence.read(other, `read the other ${sequence.type.name}`, () => true);
  const envelope = other.record.origin.request?.envelope ?? '';
  const values = new Map<string, JsonValue>();
  for (const pointer of pointers) {
    const value = seen?.record === undefined ? undefined : getAt(seen.record, pointer.slice(envelope.length));
    if (typeof value === 'string' && value !== '') values.set(pointer, value);
  }
  return values;
}

async function create(
  sequence: Sequence,
  { record }: Subject,
  operation: ResourceOperation,
  values: Values,
): Promise<Step | undefined> {
  const { pool, type } = sequence;
  const body = withValues(sequence, operation, pool.candidates.body(operation.operation, 'all', 10), values);
  if (!body) return undefined;
  const { step } = await pool.create(type, { context: withoutSelf(record), body, by: operation });
  return step && (isDone(step) || isConflict(step)) ? step : undefined;
}

async function update(
  sequence: Sequence,
  { record }: Subject,
  operation: ResourceOperation,
  values: Values,
): Promise<Step | undefined> {
  const { pool, type } = sequence;
  const body = withValues(sequence, operation, pool.candidates.body(operation.operation, 'all', 11), values);
  const spec = body && sequence.requestFor(operation, record, body);
  if (!spec) return undefined;
  const step = await sequence.change(operation, record, spec, `give a ${type.name} the value of another`);
  return isDone(step) || isConflict(step) ? step : undefined;
}

function withValues(
  { contract }: Sequence,
  { operation }: ResourceOperation,
  body: JsonValue | undefined,
  values: Values,
): JsonObject | undefined {
  const schema = requestMediaType(operation)?.schema;
  if (values.size === 0 || !isObject(body)) return undefined;
  const changed = [...values].reduce<JsonValue>((whole, [pointer, value]) => replaceAt(whole, pointer, value), body);
  if (!isObject(changed) || (schema && !contract.schemas.accepts(schema, changed, 'request'))) return undefined;
  return changed;
}

function report(sequence: Sequence, other: Subject, accepted: Step, rejected: Step, pointer: string): void {
  sequence.report('values-stay-unique', accepted, {
    records: [other.record],
    steps: [rejected, accepted],
    message: `it accepts a value of ${pointer} that another ${sequence.type.name} has, which ${rejected.operation.id} rejects`,
    expected: 'status 409',
    actual: `status ${accepted.response?.status}`,
  });
}
