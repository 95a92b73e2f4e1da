import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import { withEmptyValues } from '../../../../generate/values/empty-value.ts';
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
): JsonValue | undefined {
  const schema = requestMediaType(operation.operation)?.schema;
  if (schema === undefined || body === undefined) return undefined;
  return namesIn(type, operation).reduce(
    (empty, pointer) => {
      const name = getAt(body, pointer);
      return name === undefined || getAt(empty, pointer) === undefined ? empty : replaceAt(empty, pointer, name);
    },
    withEmptyValues(contract, schema, body),
  );
}

/** JSON Pointers into the body of what identifies a record, there or in the requests that create one. */
function namesIn({ identifiers }: ResourceType, { ownIdentifiers }: ResourceOperation): string[] {
  const sources = identifiers.flatMap(({ bindings }) => bindings.map(({ from }) => from));
  const given = sources.flatMap((from) => (from.in === 'request body' ? [from.pointer] : []));
  return [...new Set([...given, ...ownIdentifiers.map(({ pointer }) => pointer)])];
}
