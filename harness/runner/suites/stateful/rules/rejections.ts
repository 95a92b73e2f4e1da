import { isObject } from '../../../../core/json/index.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isRejected, type Step } from '../../../pool/journal.ts';
import { expectedProperties } from '../steps/expected-properties.ts';
import type { ListedPages } from '../steps/pages.ts';
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
  const { envelope = '', properties = [] } = collection.response ?? {};
  // Other records may have the same value of a list.
  const enumerated = new Set(properties.flatMap(({ pointer, enumerated: isListed }) => (isListed ? [pointer] : [])));
  const texts = expectedProperties(sequence.contract, type, operation, collection, body).filter(
    ({ pointer, value }) => isUniqueText(value) && !enumerated.has(pointer),
  );
  const isStored = ({ records }: ListedPages) =>
    records.some(({ item }) =>
      texts.some(({ pointer, value }) => getAt(getAt(item, envelope) ?? null, pointer) === value),
    );
  const listed = await list(
    sequence,
    collection,
    record,
    `list the ${type.name} after the rejection`,
    (each) => !isStored(each),
  );
  if (!listed || !isStored(listed)) return;
  sequence.report('rejected-changes-nothing', step, {
    records: [],
    steps: [step, ...listed.steps],
    message: `it stores the ${type.name} of a request that it rejects`,
    expected: 'no record with the values of the request',
    actual: `a record with ${texts.map(({ pointer, value }) => `${pointer} ${String(value)}`).join(', ')}`,
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
  { operation }: ResourceOperation,
  variant: number,
): JsonObject | undefined {
  const schema = requestMediaType(operation)?.schema;
  const body = pool.candidates.body(operation, 'all', variant);
  if (schema === undefined || !isObject(body)) return undefined;
  const names = Object.keys(body).sort((a, b) => Number(isText(body[a])) - Number(isText(body[b])));
  const texts = names.filter((name) => isText(body[name]));
  for (const name of names) {
    // The change must still show in some text.
    if (texts.every((each) => each === name)) continue;
    const accepts = (value: JsonValue) => contract.schemas.accepts(schema, { ...body, [name]: value }, 'request');
    const wrong = WRONG.find((value) => !accepts(value));
    if (wrong !== undefined) return { ...body, [name]: wrong };
  }
  return undefined;
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string';
}

function isUniqueText(value: JsonValue): boolean {
  return typeof value === 'string' && value.length >= 8 && !/^\d{4}-\d{2}-\d{2}/.test(value);
}
