import type { Direction, JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { effectiveSchema, firstKeyword } from './effective-schema.ts';

/** The values of the `enum` of a schema, or of the items of an array. */
export function listedValues(document: OpenApiDocument, schema: string, direction: Direction): readonly JsonValue[] {
  const effective = effectiveSchema(document, schema, direction);
  const values = firstKeyword(effective, 'enum');
  if (Array.isArray(values)) return values;
  return effective.items === undefined ? [] : listedValues(document, effective.items, direction);
}
