import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, Parameter } from '../../core/model.ts';
import { declaredTypes } from '../../openapi/parameters/primitive.ts';
import { contentText, isNested, serializePrimitive } from '../../openapi/parameters/serialize.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { TypeName } from '../../openapi/schema/instance-types.ts';
import type { BoundaryContext } from './case-spec.ts';

/** Whether implementations parse the value of a parameter differently (OpenAPI 3.0.3, Style Values; RFC 3986 section 6). */
export function isAmbiguous(context: BoundaryContext, parameter: Parameter, value: JsonValue): boolean {
  if (parameter.style === 'content') return isAmbiguousContent(parameter, value);
  const types = parameter.schema ? declaredTypes(context.contract.document, parameter.schema) : new Set<TypeName>();
  if (isObject(value)) return (types.size > 0 && !types.has('object')) || isAmbiguousObject(context, parameter, value);
  if (types.has('object')) return true;
  // Some parsers read an empty value as an empty array (OpenAPI 3.0.3, Style Values, `empty`).
  if ((value === null || value === '') && (parameter.allowEmptyValue || types.has('array'))) return true;
  const items = Array.isArray(value) ? value : [value];
  if (items.some(isNested)) return true;
  const text = items.map(serializePrimitive);
  if (Array.isArray(value) && (text.length === 0 || text.includes(''))) return true;
  if (!parameter.explode && Array.isArray(value) && text.some((item) => /[, |]/.test(item))) return true;
  return text.some((item) => isAmbiguousText(parameter, item));
}

function isAmbiguousContent(parameter: Parameter, value: JsonValue): boolean {
  const text = contentText(parameter, value);
  return parameter.in === 'header' ? !/^[\x20-\x7e]*$/.test(text) : isAmbiguousText(parameter, text);
}

/** An object is a list of names and values, or, exploded in a query, parameters of its own, of which only the declared are its. */
function isAmbiguousObject(context: BoundaryContext, parameter: Parameter, value: JsonObject): boolean {
  const text = Object.values(value).map(serializePrimitive);
  if (text.length === 0 || text.includes('') || Object.values(value).some(isNested)) return true;
  const names = Object.keys(value);
  if (parameter.style === 'deepObject') return false;
  if (parameter.in === 'query' && parameter.explode) return !areOwnNames(context, parameter, names);
  const separator = parameter.style === 'form' ? /,/ : /[,;=. |]/;
  return [...names, ...text].some((item) => separator.test(item) || isAmbiguousText(parameter, item));
}

function areOwnNames(
  { contract, operation }: BoundaryContext,
  { schema }: Parameter,
  names: readonly string[],
): boolean {
  if (schema === undefined) return false;
  const { properties } = effectiveSchema(contract.document, schema, 'request');
  return names.every((name) => properties.has(name) && operation.parameters.every((other) => other.name !== name));
}

function isAmbiguousText({ in: location }: Parameter, text: string): boolean {
  if (location === 'path') return text === '' || /^\.|[/\\%]/.test(text);
  if (location === 'query') return false;
  // Header values may have inner spaces (RFC 9110 section 5.5), cookie values not (RFC 6265 section 4.1.1).
  const plain = location === 'header' ? /^[\x20-\x7e]*$/ : /^[\x21-\x7e]*$/;
  return !plain.test(text) || /[;,"\\]/.test(text);
}
