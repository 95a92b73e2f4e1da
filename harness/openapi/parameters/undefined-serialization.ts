import type { Parameter } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import type { TypeName } from '../schema/instance-types.ts';
import { typesOfItem } from './part-types.ts';
import { declaredTypes } from './primitive.ts';

/**
 * True if the style of a parameter has no serialization for its values, so that clients and services disagree: lists and objects within
 * a list or object (RFC 6570 section 2.3), and exploded objects whose property names are open, which are any query.
 */
export function hasUndefinedSerialization(
  document: OpenApiDocument,
  { schema, style, explode }: Pick<Parameter, 'schema' | 'style' | 'explode'>,
): boolean {
  if (schema === undefined || style === 'content') return false;
  const types = declaredTypes(document, schema);
  if ([...types].some((type) => !isNested(type) && type !== 'null')) return false;
  if (types.has('array')) return isNestedOnly(typesOfItem(document, schema, 0));
  if (!types.has('object')) return false;
  const { properties, additionalProperties, alternatives } = effectiveSchema(document, schema, 'request');
  const parts = [...properties.values()].flatMap(([first]) => first ?? []);
  if (parts.length === 0 && alternatives.length === 0 && style === 'form' && explode) return true;
  if (typeof additionalProperties === 'string') parts.push(additionalProperties);
  return parts.some((part) => isNestedOnly(declaredTypes(document, part)));
}

function isNestedOnly(types: ReadonlySet<TypeName>): boolean {
  return types.size > 0 && [...types].every((type) => isNested(type) || type === 'null');
}

function isNested(type: TypeName): boolean {
  return type === 'array' || type === 'object';
}
