import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isRejected, type Step } from '../../../pool/journal.ts';
import type { ListedRecord } from '../../../pool/listed-records.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import { bodyProperties } from '../steps/body-properties.ts';
import { type ExpectedProperty, expectedProperties } from '../steps/expected-properties.ts';
import type { ListedPages } from '../steps/pages.ts';
import { isUniqueText } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { list } from './lists.ts';

/** A creation that is rejected for one property leaves no record behind. */
export async function verifyRejectedCreate(sequence: Sequence, { record }: Subject): Promise<void> {
  const { type } = sequence;
  const { origin: operation } = record;
  const [collection] = sequence.lists;
  const body = invalidBody(sequence, operation, 7);
  if (operation.scope !== 'collection' || !collection || !body) return;
  const base = sequence.pool.candidates.base(operation.operation, []);
  const bound = base && sequence.pool.request(operation, record, { ...base, body });
  if (!bound || 'problem' in bound) return;
  const step = await sequence.journal.send(operation.operation, bound, `try to create an invalid ${type.name}`);
  if (!isRejected(step)) return;
  // Other records may have the same value of a list.
  const properties = [...(collection.response?.properties ?? []), ...(operation.request?.properties ?? [])];
  const enumerated = new Set(properties.flatMap(({ pointer, enumerated: isListed }) => (isListed ? [pointer] : [])));
  const texts = expectedProperties(sequence.contract, type, operation, collection, body).filter(
    ({ pointer, value }) => isUniqueText(value) && !enumerated.has(pointer),
  );
  await verifyNotStored(sequence, record, step, (item) => texts.some((text) => shows(item, text)));
}

/** True if an item of a list has the value. */
export function shows(item: JsonValue, { pointer, value }: Pick<ExpectedProperty, 'pointer' | 'value'>): boolean {
  return getAt(item, pointer) === value;
}

/** No list has a record that only a rejected request can have created. */
export async function verifyNotStored(
  sequence: Sequence,
  around: LiveRecord,
  step: Step,
  isOfRequest: (record: JsonValue, listed: ListedRecord) => boolean,
): Promise<void> {
  const { type } = sequence;
  const [collection] = sequence.lists;
  if (!collection) return;
  const envelope = collection.response?.envelope ?? '';
  const find = ({ records }: ListedPages) =>
    records.find((each) => isOfRequest(getAt(each.item, envelope) ?? null, each));
  const listed = await list(
    sequence,
    collection,
    around,
    `list the ${type.name} after the rejection`,
    (each) => find(each) === undefined,
  );
  const stored = listed && find(listed);
  if (!listed || !stored) return;
  sequence.report('rejected-changes-nothing', step, {
    records: [],
    steps: [step, ...listed.steps],
    message: `it stores the ${type.name} of a request that it rejects`,
    expected: 'no record with the values of the request',
    actual: `${type.name} ${[...stored.identifiers.values()].map(({ value }) => String(value)).join('/')}`,
  });
}

/** An update that is rejected for one property changes none. */
export async function verifyRejectedUpdates(sequence: Sequence, subject: Subject): Promise<void> {
  const { type } = sequence;
  const updates = sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch');
  for (const operation of updates) {
    const body = invalidBody(sequence, operation, 8);
    const spec = body && sequence.requestFor(operation, subject.record, body);
    if (!spec) continue;
    const step = await sequence.pool.send(operation.operation, spec, `try an invalid change of the ${type.name}`);
    if (!isRejected(step)) {
      // A service that accepts it has changed the record; other suites report that.
      const seen = await sequence.read(subject, `read the ${type.name}`, () => true);
      if (seen?.record !== undefined) subject.expected = [];
      continue;
    }
    await verifyUnchanged(sequence, subject, step);
  }
}

/** A record is as it was before a request that was rejected. */
export function verifyUnchanged(sequence: Sequence, subject: Subject, step: Step) {
  const { name } = sequence.type;
  return sequence.verify('rejected-changes-nothing', subject, step, {
    purpose: `read the ${name} after the rejection`,
    gone: `the ${name} is no longer found after a request that was rejected`,
    differs: `the ${name} has changed by a request that was rejected`,
  });
}

const WRONG: readonly JsonValue[] = [{}, [], 'no', -0.5, true];

/** A body with new values that violates the schema of one property only; undefined if there is none. */
export function invalidBody(
  { pool, contract }: Sequence,
  operation: ResourceOperation,
  variant: number,
): JsonObject | undefined {
  const schema = requestMediaType(operation.operation)?.schema;
  const body = bodyProperties(operation, pool.candidates.body(operation.operation, 'all', variant));
  if (schema === undefined || !body) return undefined;
  const { properties } = body;
  const names = Object.keys(properties).sort((a, b) => Number(isText(properties[a])) - Number(isText(properties[b])));
  const texts = names.filter((name) => isText(properties[name]));
  for (const name of names) {
    // The change must still show in some text.
    if (texts.every((each) => each === name)) continue;
    const withWrong = (value: JsonValue) => body.with({ ...properties, [name]: value });
    const wrong = WRONG.find((value) => !contract.schemas.accepts(schema, withWrong(value), 'request'));
    if (wrong !== undefined) return withWrong(wrong);
  }
  return undefined;
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string';
}
