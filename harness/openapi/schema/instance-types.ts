import { isInteger, isNumber, toDecimal } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';

export const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;
export type TypeName = (typeof TYPES)[number];

/** Lists the types that a schema allows, all of them without `type`; `nullable` (3.0) adds null. */
export function allowedTypes(schema: JsonObject): readonly TypeName[] {
  const { type } = schema;
  if (type === undefined) return TYPES;
  const named = Array.isArray(type) ? type : [type];
  const known = TYPES.filter((name) => named.includes(name));
  return sharedTypes(schema['nullable'] === true && !known.includes('null') ? [...known, 'null'] : known);
}

const shared = new Map<string, readonly TypeName[]>();

/** Returns the same list for the same types: each schema has one, and there are few. */
export function sharedTypes(types: readonly TypeName[]): readonly TypeName[] {
  const key = types.join();
  const known = shared.get(key) ?? types;
  shared.set(key, known);
  return known;
}

/** True if integers or other numbers are among the types. */
export function allowsNumbers(types: Iterable<unknown>): boolean {
  for (const type of types) if (type === 'integer' || type === 'number') return true;
  return false;
}

/** True if the value is of the type; 1.0 is an integer (JSON Schema core, section 6.3). */
export function isOfType(value: JsonValue, type: TypeName): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'number':
      return isNumber(value);
    case 'integer':
      return Number.isSafeInteger(value) || (isNumber(value) && isInteger(toDecimal(value)));
    default:
      return typeof value === type;
  }
}
