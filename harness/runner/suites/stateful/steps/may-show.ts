import { parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { effectiveSchema } from '../../../../openapi/schema/effective-schema.ts';

/** True if the document lets a reader show a value: what is valid in a request need not be in a response. */
export function mayShow(
  contract: Contract,
  { response }: ResourceOperation,
  pointer: string,
  value: JsonValue,
): boolean {
  return (response?.schemas ?? []).every((whole) => allowsAt(contract, whole, parsePointer(pointer), value));
}

const MAX_ALTERNATIVES = 8;

/** True if a schema, and of its alternatives any, allows a value at a place. */
function allowsAt(
  contract: Contract,
  schema: string,
  place: readonly string[],
  value: JsonValue,
  depth = MAX_ALTERNATIVES,
): boolean {
  const [token, ...inner] = place;
  if (token === undefined) return contract.schemas.accepts(schema, value, 'response');
  const { properties, items, alternatives } = effectiveSchema(contract.document, schema, 'response');
  const own = properties.get(token) ?? (items !== undefined && /^(\*|[0-9]+)$/.test(token) ? [items] : []);
  return (
    own.every((each) => allowsAt(contract, each, inner, value, depth)) &&
    (depth === 0 ||
      alternatives.every(
        (list) => list.length === 0 || list.some((each) => allowsAt(contract, each, place, value, depth - 1)),
      ))
  );
}
