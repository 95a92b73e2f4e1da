import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import { isJsonType } from '../media-type.ts';
import { inPlaceSubschemas } from '../schema/applicable-schemas.ts';
import { effectiveSchema, firstKeyword } from '../schema/effective-schema.ts';

/** Nesting of alternatives in alternatives that is followed. */
const MAX_DEPTH = 10;

/**
 * Lists the schemas of the JSON that a property of a value holds as text: `contentSchema` beside `contentMediaType`, in every branch that the
 * value satisfies (JSON Schema validation, section 8; OpenAPI 3.2.0 describes the data of events so).
 */
export function contentSchemas(
  contract: Contract,
  schema: string,
  value: JsonValue,
  property: string,
  depth = 0,
): string[] {
  const effective = effectiveSchema(contract.document, schema, 'response');
  const own = (effective.properties.get(property) ?? []).flatMap((pointer) => contentSchemaOf(contract, pointer));
  if (depth > MAX_DEPTH) return own;
  const branches = inPlaceSubschemas(contract.schemas, effective, value, 'response');
  return [...own, ...branches.flatMap((branch) => contentSchemas(contract, branch, value, property, depth + 1))];
}

function contentSchemaOf({ document }: Contract, pointer: string): string[] {
  const effective = effectiveSchema(document, pointer, 'response');
  const type = firstKeyword(effective, 'contentMediaType');
  if (typeof type !== 'string' || !isJsonType(type)) return [];
  const owner = effective.schemas.find(({ schema }) => isObject(schema['contentSchema']));
  return owner ? [appendTokens(owner.pointer, 'contentSchema')] : [];
}
