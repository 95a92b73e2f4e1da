import { isObject, parseNumber } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { allowedTypes, allowsNumbers, isOfType, TYPES, type TypeName } from '../schema/instance-types.ts';

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Parses a primitive by its declared types; text of none of these types stays a string. */
export function parsePrimitive(types: ReadonlySet<TypeName>, text: string): JsonValue {
  if (allowsNumbers(types) && NUMBER.test(text)) return parseNumber(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.has('null') && text === '' && !types.has('string')) return null;
  return text;
}

/** The types of the values of `enum` and `const`. */
function typesOfValues({ enum: list, const: constant }: JsonObject): TypeName[] {
  const values = [...(Array.isArray(list) ? list : []), ...(constant === undefined ? [] : [constant])];
  return values.flatMap((value) => TYPES.find((type) => isOfType(value, type)) ?? []);
}

/** Collects the types that a schema names, or has values of, itself or through allOf, anyOf and oneOf. */
export function declaredTypes(document: OpenApiDocument, schemaPointer: string, depth = 0): Set<TypeName> {
  const { pointer, value: schema } = document.resolve(schemaPointer);
  if (!isObject(schema) || depth > 20) return new Set();
  const types = new Set<TypeName>(schema['type'] === undefined ? typesOfValues(schema) : allowedTypes(schema));
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const index of list.keys())
      for (const type of declaredTypes(document, appendTokens(pointer, keyword, index), depth + 1)) types.add(type);
  }
  return types;
}
