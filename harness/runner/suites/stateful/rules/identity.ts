import { isNumber } from '../../../../core/json/decimal.ts';
import { jsonEqual } from '../../../../core/json/equal.ts';
import { isObject } from '../../../../core/json/index.ts';
import { appendTokens, getAt, parsePointer, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import { withFreshStrings } from '../../../../generate/requests/unique-fields.ts';
import { looksLikeIdentifier } from '../../../../generate/values/identifier-names.ts';
import { randomValues } from '../../../../generate/values/random-value.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { toldFixed } from '../../../../openapi/resources/prose/constants.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';
import { schemasAt } from '../../../../openapi/schema/schemas-at.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

const RANDOM_ATTEMPTS = 4;
const DATE = '2001-02-03T04:05:06Z';
/** Values that nothing counts up to by chance. */
const NUMBERS = [7919, 79.5, 797];

/** Chooses values that the records have not had before. */
const VARIANT = 14;

/** Properties that change with every update. */
const VOLATILE = /updated|modified|changed|version|revision|etag|seen|count|access/i;

/**
 * A property that the document marks `readOnly` does not take the value that a client sends (OpenAPI 3.0.3, Schema Object), nor does
 * one that cannot be changed, as it says in words. The same change without these values shows first what follows from the others.
 */
export async function verifyReadOnly(sequence: Sequence, subject: Subject): Promise<void> {
  const { type, contract, reader, pool } = sequence;
  if (!reader) return;
  const fixed = toldFixed(contract, type);
  for (const operation of sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch')) {
    const names = [...readOnlyNames(sequence, operation), ...fixed];
    const made = names.length > 0 ? pool.candidates.body(operation.operation, 'all', 13) : undefined;
    if (!isObject(made)) continue;
    const before = fixed.length > 0 ? (await sequence.read(subject, `read the ${type.name}`))?.record : {};
    const body = before === undefined ? undefined : withCurrent(made, operation, before, fixed);
    const plain = body && sequence.requestFor(operation, subject.record, body);
    if (!plain) continue;
    const change = (spec: typeof plain, what: string) => sequence.change(operation, subject.record, spec, what);
    if (!isDone(await change(plain, `change the ${type.name}`))) continue;
    subject.expected = [];
    const shown = (await sequence.read(subject, `read the ${type.name}`))?.record;
    if (shown === undefined) return;
    const sent = withOthers(sequence, { operation, reader, isCreation: false, fixed }, body, shown, names);
    const spec = sent && sequence.requestFor(operation, subject.record, sent.body);
    if (!spec) continue;
    const step = await change(spec, `send properties of the ${type.name} that a client cannot change`);
    if (isDone(step)) await reportTaken(sequence, subject, step, sent.values, fixed);
  }
}

/** The same for a creation: another one with such values shows first how a record begins. */
export async function verifyReadOnlyOnCreate(sequence: Sequence, { record }: Subject): Promise<void> {
  const { type, contract, reader, pool, journal } = sequence;
  const { origin: operation } = record;
  // Nothing has changed yet: what counts changes shows them, too, but the one that was sent.
  const names =
    reader && operation.scope === 'collection' ? readOnlyNames(sequence, operation, /count|access|seen/i) : [];
  if (!reader || names.length === 0) return;
  const context = withoutSelf(record);
  const plain = await pool.create(type, { by: operation, variant: VARIANT, context });
  if ('problem' in plain || plain.sent === undefined) return;
  const shown = (await sequence.read({ record: plain, expected: [] }, `read the ${type.name}`))?.record;
  const again = sequence.requestFor(operation, { ...plain, context }, plain.sent);
  const body = again && withFreshStrings(contract, journal.unique, operation.operation, again).body;
  if (shown === undefined || body === undefined || !isObject(body)) return;
  const sent = withOthers(sequence, { operation, reader, isCreation: true }, body, shown, names);
  const created = sent && (await pool.create(type, { by: operation, body: sent.body, context }));
  if (created && !('problem' in created))
    await reportTaken(sequence, { record: created, expected: [] }, created.step, sent.values);
}

type Values = ReadonlyMap<string, JsonValue>;

/** Reads the record, and reports properties that have the values that were sent. */
async function reportTaken(
  sequence: Sequence,
  subject: Subject,
  step: Step,
  values: Values,
  fixed: readonly string[] = [],
): Promise<void> {
  const { type } = sequence;
  const taken = (record: JsonValue | undefined) =>
    [...values].filter(([pointer, value]) => {
      const shown = record === undefined ? undefined : getAt(record, pointer);
      return shown !== undefined && isSameValue(value, shown);
    });
  const purpose = `read the ${type.name} after properties were sent that a client cannot change`;
  const seen = await sequence.read(
    subject,
    purpose,
    ({ record }) => record !== undefined && taken(record).length === 0,
  );
  const [first] = taken(seen?.record);
  if (!first || !seen) return;
  const [pointer, value] = first;
  const isFixed = fixed.some((name) => appendTokens('', name) === pointer);
  const what = isFixed
    ? `${pointer}, which cannot be changed, as the document says,`
    : `the readOnly property ${pointer}`;
  sequence.report('identity-is-stable', step, {
    records: [subject.record],
    steps: [step, seen.step],
    message: `it takes the value of ${what} from a request`,
    expected: isFixed ? 'the value of the creation' : 'the value of the service',
    actual: `the value that was sent: ${String(value)}`,
  });
}

/** Names at the top of the record that the document marks `readOnly`, also for this request, and that no update changes by itself. */
function readOnlyNames({ type, reader }: Sequence, { request }: ResourceOperation, changing = VOLATILE): string[] {
  const readable = new Set(reader?.response?.properties.map(({ pointer }) => pointer));
  const writable = new Set(request?.properties.filter(({ readOnly }) => !readOnly).map(({ pointer }) => pointer));
  return type.properties.flatMap(({ pointer, readOnly }) => {
    const [name = '', ...inner] = parsePointer(pointer);
    const isTried = readOnly && readable.has(pointer) && !writable.has(pointer);
    return isTried && inner.length === 0 && !changing.test(name) ? [name] : [];
  });
}

/** A body in which what cannot be changed is as it is. */
function withCurrent(
  body: JsonObject,
  { request }: ResourceOperation,
  shown: JsonValue,
  fixed: readonly string[],
): JsonObject | undefined {
  const whole = fixed.reduce<JsonValue>((changed, name) => {
    const [own, current] = [(request?.envelope ?? '') + appendTokens('', name), getAt(shown, appendTokens('', name))];
    return current === undefined || getAt(changed, own) === undefined ? changed : replaceAt(changed, own, current);
  }, body);
  return isObject(whole) ? whole : undefined;
}

/** What properties are sent to, and what shows them. */
interface Target {
  readonly operation: ResourceOperation;
  readonly reader: ResourceOperation;
  readonly isCreation: boolean;
  /** Names of what the document says cannot be changed. */
  readonly fixed?: readonly string[];
}

/** A body with other values of some properties; undefined if its schema has no place for any. */
function withOthers(
  sequence: Sequence,
  target: Target,
  body: JsonObject,
  shown: JsonValue,
  names: readonly string[],
): { readonly body: JsonObject; readonly values: Values } | undefined {
  const { operation, request } = target.operation;
  const schema = requestMediaType(operation)?.schema;
  const { document } = sequence.contract;
  if (schema === undefined) return undefined;
  const places = schemasAt(document, { whole: schema, pointer: request?.envelope ?? '', direction: 'request' });
  const objects = places.map((place) => effectiveSchema(document, place, 'request'));
  const taken = names.filter((name) =>
    objects.every((each) => each.additionalProperties !== false || each.properties.has(name)),
  );
  const values = new Map<string, JsonValue>();
  let whole: JsonValue = body;
  for (const name of taken) {
    const pointer = appendTokens('', name);
    const before = getAt(shown, pointer);
    const value = before === undefined ? undefined : otherValue(sequence, target, name, before);
    if (value === undefined) continue;
    values.set(pointer, value);
    whole = replaceAt(whole, (request?.envelope ?? '') + pointer, value);
  }
  return values.size === 0 || !isObject(whole) ? undefined : { body: whole, values };
}

/**
 * Another valid value for a property. Of identifiers, a creation alone is sent one, and only a UUID: a service may take any other for that
 * of another record.
 */
function otherValue(
  { contract, journal }: Sequence,
  { reader, isCreation, fixed = [] }: Target,
  name: string,
  before: JsonValue,
): JsonValue | undefined {
  const { document, schemas } = contract;
  const [whole = ''] = reader.response?.schemas ?? [];
  const place = { whole, pointer: appendTokens('', name), direction: 'response' } as const;
  const [schema] = schemasAt(document, place);
  if (schema === undefined) return undefined;
  const effective = effectiveSchema(document, schema, 'response');
  const [format, listed] = [firstKeyword(effective, 'format'), firstKeyword(effective, 'enum')];
  const isOfRecord = looksLikeIdentifier(name) && !fixed.includes(name);
  if (isOfRecord && !(isCreation && format === 'uuid')) return undefined;
  const isTime = format === 'date-time' || (typeof before === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(before));
  const values = isTime ? [DATE] : typeof before === 'boolean' ? [!before] : isNumber(before) ? NUMBERS : listed;
  const random = () => randomValues(contract, journal.unique, schema, 'response', RANDOM_ATTEMPTS);
  const isOther = (value: JsonValue) =>
    isTime ? !jsonEqual(value, before) : typeof value === typeof before && !isSameValue(value, before);
  return (Array.isArray(values) ? values : random()).find(
    (value) => isOther(value) && isTelling(value) && schemas.accepts(schema, value, 'response'),
  );
}

/** Whether a value is that of a client, and no other one happens to be the same. */
function isTelling(value: JsonValue): boolean {
  return isNumber(value) || typeof value === 'boolean' || (typeof value === 'string' && value.length > 2);
}
