import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';

const MAX_DEPTH = 6;

/** Returns the schema pointer of each declared property, by name, also those in allOf. */
export function declaredProperties(document: OpenApiDocument, place: string, depth = 0): Map<string, string> {
  const { pointer, value } = document.resolve(place);
  const declared = new Map<string, string>();
  if (!isObject(value) || depth > MAX_DEPTH) return declared;
  const { properties, allOf } = value;
  if (Array.isArray(allOf))
    for (const index of allOf.keys())
      for (const [name, schema] of declaredProperties(document, appendTokens(pointer, 'allOf', index), depth + 1))
        declared.set(name, schema);
  if (isObject(properties))
    for (const name of Object.keys(properties)) declared.set(name, appendTokens(pointer, 'properties', name));
  return declared;
}
