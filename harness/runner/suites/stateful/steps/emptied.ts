import { jsonEqual } from '../../../../core/json/equal.ts';
import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import { EMPTY_VALUES, withEmptyValues } from '../../../../generate/values/empty-value.ts';
import type { ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import type { Sequence } from './sequence.ts';

/**
 * A body with empty values where its schema permits them, except in what names the record: no path leads to one without a name.
 * @returns undefined for a body without a schema
 */
export function emptied(
  { contract, type }: Sequence,
  operation: ResourceOperation,
  body: JsonValue | undefined,
  preferred: readonly JsonValue[] = EMPTY_VALUES,
): JsonValue | undefined {
  const schema = requestMediaType(operation.operation)?.schema;
  if (schema === undefined || body === undefined) return undefined;
  return namesIn(type, operation).reduce(
    (empty, pointer) => {
      const name = getAt(body, pointer);
      return name === undefined || getAt(empty, pointer) === undefined ? empty : replaceAt(empty, pointer, name);
    },
    withEmptyValues(contract, schema, body, preferred),
  );
}

/** Bodies with empty values: null where it is permitted, and 0 or false in the place of it; what refers to no record stays null. */
export function emptiedBodies(
  sequence: Sequence,
  operation: ResourceOperation,
  body: JsonValue | undefined,
): JsonValue[] {
  const withNull = emptied(sequence, operation, body);
  const withZero = emptied(sequence, operation, body, ZERO_FIRST);
  if (withNull === undefined || withZero === undefined) return [];
  const zero = operation.references.reduce((whole, { at }) => {
    const none = getAt(withNull, at);
    return none === undefined || getAt(whole, at) === undefined ? whole : replaceAt(whole, at, none);
  }, withZero);
  return jsonEqual(withNull, zero) ? [withNull] : [withNull, zero];
}

const ZERO_FIRST: readonly JsonValue[] = [false, 0, null, '', []];

/** JSON Pointers into the body of what identifies a record, there, in the requests that create one, or in its responses. */
function namesIn({ identifiers, operations }: ResourceType, { ownIdentifiers, request }: ResourceOperation): string[] {
  const sources = identifiers
    .flatMap(({ bindings }) => bindings)
    .map(({ from, operation: id }) => {
      if (from.in === 'request body') return from.pointer;
      if (from.in !== 'response body' || from.items !== undefined) return undefined;
      const { envelope = '' } = operations.find(({ operation }) => operation.id === id)?.response ?? {};
      return (request?.envelope ?? '') + from.pointer.slice(envelope.length);
    });
  const given = sources.filter((pointer) => pointer !== undefined);
  return [...new Set([...given, ...ownIdentifiers.map(({ pointer }) => pointer)])];
}
