import { parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';

/** The values that the document lists for a property at the top of the records of a response; none for others. */
export function listedValues(
  { document }: Contract,
  { response }: ResourceOperation,
  pointer: string,
): readonly JsonValue[] {
  const [name = '', ...deeper] = parsePointer(pointer);
  if (deeper.length > 0) return [];
  for (const schema of response?.schemas ?? []) {
    const [own] = effectiveSchema(document, schema, 'response').properties.get(name) ?? [];
    const listed = own === undefined ? undefined : firstKeyword(effectiveSchema(document, own, 'response'), 'enum');
    if (Array.isArray(listed)) return listed;
  }
  return [];
}
