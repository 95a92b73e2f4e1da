import { getAt, parsePointer, removeAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import type { Difference, ExpectedProperty } from '../steps/expected-properties.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Chooses values that the record has not had before. */
const OTHER_VARIANT = 7;
const SHORT_VARIANT = 3;

/** What a PUT without some properties left as it was. */
interface Replacement {
  readonly step: Step;
  readonly read: Step;
  readonly staying: readonly Staying[];
}

/** A property that shows the value from before, with the default of its schema. */
interface Staying extends Difference {
  readonly initial: JsonValue | undefined;
}

/**
 * RFC 9110 section 9.3.4: a PUT replaces the whole state; what it does not have is not what it was before.
 * @param update gives the record all other values by the same operation; undefined if it is not accepted
 */
export async function verifyReplaced(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  update: (variant: number) => Promise<Step | undefined>,
): Promise<void> {
  if (isPartial(sequence, operation)) return;
  for (const how of [requiredOnly, requiredInside]) {
    // The second one finds a record that has all parts again.
    if (how === requiredInside && (!how(sequence, operation) || !(await update(OTHER_VARIANT + 1)))) return;
    await verifyDropped(sequence, subject, operation, how, update);
  }
}

/**
 * True if a PUT may leave out what a creation has to have: the document has it change a part, as a PATCH does. What the
 * path says, and a record that it belongs to, may be left out of a whole one, too.
 */
function isPartial(sequence: Sequence, { request, ownIdentifiers, references }: ResourceOperation): boolean {
  const { envelope = '', properties = [] } = request ?? {};
  const created = sequence.operations('create').flatMap((each) => each.request?.properties ?? []);
  const necessary = new Set(created.filter(({ required }) => required).map(({ pointer }) => pointer));
  const implied = new Set([...ownIdentifiers.map(({ pointer }) => pointer), ...references.map(({ at }) => at)]);
  return properties.some(
    ({ pointer, required }) => !required && necessary.has(pointer) && !implied.has(envelope + pointer),
  );
}

async function verifyDropped(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  how: Shortened,
  update: (variant: number) => Promise<Step | undefined>,
): Promise<void> {
  const body = how(sequence, operation);
  const hasOptional = operation.request?.properties.some(({ required }) => !required);
  // The values before may have left out what is to be dropped.
  const isBare = hasOptional && !droppedBy(sequence, subject, operation, body).some(isComparable);
  if (body !== undefined && isBare && !(await update(OTHER_VARIANT + 2))) return;
  const first = await replace(sequence, subject, operation, how);
  if (!first || first.staying.length === 0) return;
  const telling = first.staying.filter(isTelling);
  if (telling.length > 0) return report(sequence, subject, { ...first, staying: telling });
  // What stays may be a default of the service; two values that stay are not.
  const second = (await update(OTHER_VARIANT)) && (await replace(sequence, subject, operation, how));
  const staying = second?.staying.filter(({ pointer, actual }) =>
    first.staying.some((each) => each.pointer === pointer && !isSameValue(each.actual ?? null, actual ?? null)),
  );
  if (second && staying && staying.length > 0) report(sequence, subject, { ...second, staying });
}

type Shortened = (sequence: Sequence, operation: ResourceOperation) => JsonValue | undefined;

/** With its envelope, even if that may be absent: without, a body says nothing of the record. */
function requiredOnly({ pool, contract }: Sequence, { operation, request }: ResourceOperation): JsonValue | undefined {
  const body = pool.candidates.body(operation, 'required', SHORT_VARIANT);
  const { envelope = '' } = request ?? {};
  if (body === undefined || getAt(body, envelope) !== undefined) return body;
  const schema = requestMediaType(operation)?.schema;
  const enveloped = replaceAt(body, envelope, {});
  return schema !== undefined && contract.schemas.accepts(schema, enveloped, 'request') ? enveloped : undefined;
}

/** All properties, objects with their required ones alone; undefined if no object has others. */
function requiredInside(
  { pool, contract }: Sequence,
  { operation, request }: ResourceOperation,
): JsonValue | undefined {
  const schema = requestMediaType(operation)?.schema;
  const whole = pool.candidates.body(operation, 'all', SHORT_VARIANT);
  if (schema === undefined || whole === undefined || request === undefined) return undefined;
  let body: JsonValue = whole;
  for (const { pointer } of request.properties) {
    const tokens = parsePointer(pointer);
    const place = request.envelope + pointer;
    if (tokens.length < 2 || tokens.includes('*') || getAt(body, place) === undefined) continue;
    const without = removeAt(body, place);
    if (contract.schemas.accepts(schema, without, 'request')) body = without;
  }
  return body === whole ? undefined : body;
}

async function replace(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  how: Shortened,
): Promise<Replacement | undefined> {
  const { type, reader } = sequence;
  const body = how(sequence, operation);
  const spec = body === undefined ? undefined : sequence.requestFor(operation, subject.record, body);
  if (!spec || !reader) return undefined;
  const next = sequence.expectedOf(operation, spec.body);
  const dropped = droppedBy(sequence, subject, operation, spec.body);
  if (dropped.length === 0) return undefined;
  const purpose = `replace the ${type.name} by ${how === requiredOnly ? 'its required properties' : 'objects with their required properties'}`;
  const step = await sequence.change(operation, subject.record, spec, purpose);
  if (!isDone(step)) return undefined;
  subject.expected = next;
  const result = await sequence.verify('update-is-visible', subject, step, {
    purpose: `read the ${type.name} after it was replaced`,
    gone: `the ${type.name} that it replaced is no longer found`,
    differs: `the ${type.name} does not show the values that it was sent`,
  });
  if (result !== 'as expected') return undefined;
  const isReplaced = (record: JsonValue | undefined) =>
    record !== undefined && !stayingOf(record, dropped).some(isTelling);
  const seen = await sequence.read(subject, `read the ${type.name} once more`, ({ record }) => isReplaced(record));
  return seen?.record === undefined ? undefined : { step, read: seen.step, staying: stayingOf(seen.record, dropped) };
}

/** What a record shows now that a body does not have. */
function droppedBy(
  sequence: Sequence,
  { expected }: Subject,
  operation: ResourceOperation,
  body: JsonValue | undefined,
): ExpectedProperty[] {
  const sent = new Set(sequence.expectedOf(operation, body).map(({ pointer }) => pointer));
  return expected.filter(({ pointer, value, initial }) => !sent.has(pointer) && value !== initial && value !== null);
}

function report(sequence: Sequence, { record }: Subject, { step, read, staying }: Replacement): void {
  sequence.report('put-replaces', step, {
    records: [record],
    steps: [step, read],
    message: `properties that are absent from a PUT keep their old values`,
    differences: staying,
  });
}

/** Text that only this record has, or not the default that the document gives; other values may be defaults of the service. */
function isTelling({ actual, initial }: Staying): boolean {
  if (initial !== undefined) return true;
  if (Array.isArray(actual)) return actual.every(isOwnText);
  return isOwnText(actual);
}

function isOwnText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.length >= 6 && !/^\d{4}-\d{2}-\d{2}/.test(value);
}

function isComparable({ pointer, value }: ExpectedProperty): boolean {
  return !parsePointer(pointer).includes('*') && typeof value !== 'object';
}

/** Values from before that are not the default. */
function stayingOf(record: JsonValue, dropped: readonly ExpectedProperty[]): Staying[] {
  return dropped.flatMap(({ pointer, value, initial }) => {
    const actual = parsePointer(pointer).includes('*') ? undefined : getAt(record, pointer);
    if (actual === undefined || !(actual === value || isSameList(value, actual))) return [];
    return [{ pointer, expected: initial ?? 'absent, or its default', actual, initial }];
  });
}

/** Whether two lists, which are not empty, have the same values in any order. */
function isSameList(one: JsonValue, other: JsonValue): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length === 0) return false;
  return one.length === other.length && other.every((item) => typeof item !== 'object' && one.includes(item));
}
