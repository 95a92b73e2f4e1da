import { isObject } from '../../../../core/json/index.ts';
import { getAt, parsePointer, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import { listsStatus } from '../../../../core/operation.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isAccepted, isDone, type Step } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { shownProperties } from '../steps/expected-properties.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { isListedAs } from './lists.ts';
import { shows, verifyNotStored, verifyUnchanged } from './rejections.ts';
import { namesWithin } from './unique-within.ts';

/**
 * A value that must be unique is so for creations and for updates. Which values must be is known only from the service: one
 * operation rejects them a second time (409), and then the others that document 409 must, too.
 */
export async function verifyUnique(sequence: Sequence, subject: Subject, other: Subject): Promise<void> {
  const creator = subject.record.origin;
  if (!documentsConflict(creator) || creator.scope !== 'collection') return;
  const updaters = sequence.operations('update', 'patch').filter(documentsConflict);
  for (const updater of updaters.length > 0 ? updaters : [undefined])
    if (await isAcceptedTwice(sequence, subject, other, updater)) return;
}

async function isAcceptedTwice(
  sequence: Sequence,
  subject: Subject,
  other: Subject,
  updater: ResourceOperation | undefined,
): Promise<boolean> {
  const creator = subject.record.origin;
  const pointers = sharedTexts(creator, updater ?? creator, other.record.sent);
  const within = namesWithin(sequence, creator);
  // A record that takes the identifier of another is that one from then on.
  const names = sequence.pool.renames.propertiesOf(sequence.type);
  const values = await shownValues(
    sequence,
    other,
    pointers.filter((pointer) => !within.has(pointer) && !names.has(parsePointer(pointer).at(-1) ?? '')),
  );
  const about = { subject, other, creator, updater, made: [] };
  // All values at once: only if one operation rejects them and the other does not, each is tried alone.
  const all = await attempt(sequence, about, values);
  if (all && (await isFailed(sequence, about, all))) return true;
  if (!all?.updated || isConflict(all.created) === isConflict(all.updated)) return false;
  for (const [pointer, value] of values) {
    const alone = await attempt(sequence, about, new Map([[pointer, value]]));
    if (!alone?.updated || isConflict(alone.created) === isConflict(alone.updated)) continue;
    const { created, updated } = alone;
    const [accepted, rejected] = isConflict(created) ? [updated, created] : [created, updated];
    if (!isAccepted(accepted)) continue;
    if (accepted === updated && (await isIgnored(sequence, about, pointer, value))) continue;
    report(sequence, other, accepted, rejected, pointer);
    return true;
  }
  return false;
}

/** Whether a change left a value as it was, such as one that cannot be changed: then it is no other record's. */
async function isIgnored(
  sequence: Sequence,
  { subject: { record }, creator }: Attempted,
  pointer: string,
  value: JsonValue,
): Promise<boolean> {
  const seen = await sequence.read({ record, expected: [] }, `read the ${sequence.type.name}`, () => true);
  const own = pointer.slice((creator.request?.envelope ?? '').length);
  const shown = seen?.record === undefined ? undefined : getAt(seen.record, own);
  return shown !== undefined && !isSameValue(value, shown);
}

/** A record, another one whose values it is to have, and what gives them. */
interface Attempted {
  readonly subject: Subject;
  readonly other: Subject;
  readonly creator: ResourceOperation;
  readonly updater: ResourceOperation | undefined;
  /** Those that have such values since. */
  readonly made: LiveRecord[];
}

type Values = ReadonlyMap<string, JsonValue>;

interface Attempt {
  readonly created: Step;
  readonly updated: Step | undefined;
}

/** Sends values of another record in a creation and in an update; what is rejected changes nothing. */
async function attempt(
  sequence: Sequence,
  { subject, other, creator, updater, made }: Attempted,
  values: Values,
): Promise<Attempt | undefined> {
  const known = [other.record, subject.record, ...made] as const;
  const created = await create(sequence, subject, creator, values, made);
  if (!created) return undefined;
  if (isConflict(created)) await verifyOnlyOthers(sequence, known, created, { creator, values });
  return { created, updated: updater && (await update(sequence, subject, updater, values)) };
}

/** Whether they are accepted or a conflict, no value of another record makes a service fail which takes others in its place. */
async function isFailed(
  sequence: Sequence,
  { subject, other, creator, updater }: Attempted,
  { created, updated }: Attempt,
): Promise<boolean> {
  const failed = [created, updated].find((step) => step && hasCrashed(step));
  if (!failed) return false;
  const again = failed === created ? create(sequence, subject, creator) : updater && update(sequence, subject, updater);
  const taken = await again;
  if (!taken || !isDone(taken)) return false;
  sequence.report('values-stay-unique', failed, {
    records: [other.record],
    steps: [failed, taken],
    message: `it fails for values that another ${sequence.type.name} has`,
    expected: 'a documented success or status 409',
    actual: `status ${failed.response?.status}`,
  });
  return true;
}

function hasCrashed({ response }: Step): boolean {
  return response?.status === 500;
}

/** No record beside those that are known has the values with which a creation was a conflict. */
function verifyOnlyOthers(
  sequence: Sequence,
  known: readonly [LiveRecord, ...LiveRecord[]],
  created: Step,
  { creator, values }: { readonly creator: ResourceOperation; readonly values: Values },
): Promise<void> {
  const envelope = creator.request?.envelope ?? '';
  const own = [...values].map(([pointer, value]) => ({ pointer: pointer.slice(envelope.length), value }));
  return verifyNotStored(
    sequence,
    known[0],
    created,
    (shown, listed) => !known.some((record) => isListedAs(listed, record)) && own.every((each) => shows(shown, each)),
  );
}

function documentsConflict({ operation }: ResourceOperation): boolean {
  return listsStatus(operation, 409);
}

function isConflict({ response }: Step): boolean {
  return response?.status === 409;
}

const MAX_PROPERTIES = 6;

/** Pointers of strings that both operations take; the required ones of the creation first. */
function sharedTexts(creator: ResourceOperation, updater: ResourceOperation, sent: JsonValue | undefined): string[] {
  const own = new Set(creator.ownIdentifiers.map(({ pointer }) => pointer));
  // A JSON Patch may change what a creation takes.
  const { request } = updater.patch === 'json-patch' ? creator : updater;
  const taken = new Set(request?.properties.map(({ pointer }) => (request.envelope ?? '') + pointer));
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
  values?: Values,
  made: LiveRecord[] = [],
): Promise<Step | undefined> {
  const { pool, type } = sequence;
  const body = withValues(sequence, operation, pool.candidates.body(operation.operation, 'all', 10), values);
  if (!body) return undefined;
  const created = await pool.create(type, { context: withoutSelf(record), body, by: operation });
  const { step } = created;
  if (!('problem' in created)) made.push(created);
  return step && isConclusive(step) ? step : undefined;
}

async function update(
  sequence: Sequence,
  { record }: Subject,
  operation: ResourceOperation,
  values?: Values,
): Promise<Step | undefined> {
  const { pool, type, reader } = sequence;
  const all = pool.candidates.body(operation.operation, 'all', 11);
  const isJsonPatch = operation.patch === 'json-patch';
  const body = isJsonPatch ? values && asJsonPatch(values) : withValues(sequence, operation, all, values);
  const spec = body && sequence.requestFor(operation, record, body);
  if (!spec) return undefined;
  const shown = await sequence.read({ record, expected: [] }, `read the ${type.name}`, () => true);
  const step = await sequence.change(
    operation,
    record,
    spec,
    `give ${withArticle(type.name)} the value of ${values ? 'another' : 'none'}`,
  );
  if (isConflict(step) && reader && shown?.record !== undefined)
    await verifyUnchanged(sequence, { record, expected: shownProperties(shown.record, type, reader) }, step);
  return isConclusive(step) ? step : undefined;
}

function isConclusive(step: Step): boolean {
  return isDone(step) || isConflict(step) || hasCrashed(step);
}

function asJsonPatch(values: Values): JsonValue {
  return [...values].map(([path, value]): JsonValue => ({ op: 'replace', path, value }));
}

function withValues(
  { contract }: Sequence,
  { operation }: ResourceOperation,
  body: JsonValue | undefined,
  values: Values | undefined,
): JsonObject | undefined {
  const schema = requestMediaType(operation)?.schema;
  if (!isObject(body)) return undefined;
  if (!values) return body;
  if (values.size === 0) return undefined;
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
