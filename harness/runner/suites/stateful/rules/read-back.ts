import { isObject } from '../../../../core/json/index.ts';
import { appendTokens, getAt, parsePointer, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isDone, isRejected, statusOf } from '../../../pool/journal.ts';
import { shownProperties } from '../steps/expected-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Responses about the state, the credentials or the load, not about the request itself. */
const INCONCLUSIVE = new Set([401, 403, 408, 412, 423, 425, 428, 429]);

/** What a read shows can be sent back by PUT: it is accepted and changes nothing (RFC 9110 section 9.3.4). */
export async function verifyReadBack(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
): Promise<void> {
  const { type, reader } = sequence;
  const seen = reader && (await sequence.read(subject, `read the ${type.name} to send it back`));
  if (!reader || seen?.record === undefined) return;
  const body = requestBodyOf(sequence, operation, seen.record);
  const bound = body && sequence.requestFor(operation, subject.record, body);
  if (!bound) return;
  // As it was read, whatever records its references name.
  const spec = { ...bound, body };
  const step = await sequence.change(operation, subject.record, spec, `send the ${type.name} back as it was read`);
  if (isRejected(step) && !INCONCLUSIVE.has(step.response?.status ?? 0)) {
    sequence.report('read-back-is-accepted', step, {
      records: [subject.record],
      steps: [seen.step, step],
      message: `it rejects the ${type.name} as ${reader.operation.id} shows it`,
      expected: 'a success: the body is valid and has the values that are stored',
      actual: `status ${statusOf(step)}`,
    });
    return;
  }
  if (!isDone(step)) return;
  subject.expected = shownProperties(seen.record, type, reader);
  await sequence.verify('read-back-is-accepted', subject, step, {
    purpose: `read the ${type.name} after it was sent back`,
    gone: `the ${type.name} is no longer found after it was sent back`,
    differs: `the ${type.name} changes when it is sent back as it was read`,
    steps: [seen.step],
  });
}

/**
 * Returns the properties of a record that a request takes and a client sets, as the body of the request.
 * @returns undefined if the record lacks something that the request requires
 */
export function requestBodyOf(
  { contract, type }: Sequence,
  { operation, request }: ResourceOperation,
  record: JsonValue,
): JsonObject | undefined {
  const schema = requestMediaType(operation)?.schema;
  if (!request || schema === undefined || !isObject(record)) return undefined;
  const fixed = new Set(type.properties.filter(({ readOnly }) => readOnly).map(({ pointer }) => pointer));
  let own: JsonValue = {};
  for (const { pointer, readOnly } of request.properties) {
    const value = parsePointer(pointer).includes('*') ? undefined : getAt(record, pointer);
    if (value !== undefined && !readOnly && !fixed.has(pointer)) own = withValueAt(own, pointer, value);
  }
  const body = request.envelope === '' ? own : replaceAt({}, request.envelope, own);
  return isObject(body) && contract.schemas.accepts(schema, body, 'request') ? body : undefined;
}

/** The value with another one in it, below objects that are made if they are absent. */
function withValueAt(whole: JsonValue, pointer: string, value: JsonValue): JsonValue {
  const tokens = parsePointer(pointer);
  const parents = tokens.slice(0, -1).map((_, index) => appendTokens('', ...tokens.slice(0, index + 1)));
  const missing = parents.filter((parent) => getAt(whole, parent) === undefined);
  return replaceAt(
    missing.reduce((next, parent) => replaceAt(next, parent, {}), whole),
    pointer,
    value,
  );
}
