import { escapeToken } from '../../core/json/pointer.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import type { RequestPlace } from '../../core/received-request.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** Names of properties that say which part of the request an error is about. */
const FIELD =
  /^(field|field_?name|property|property_?path|param|parameter|attribute|path|pointer|instance_?path|loc|location|name|key|in)$/i;
const POINTER = /pointer$|^instance_?path$/i;
/** Where the part is, not which part. */
const IN = /^(in|location)$/i;
const PARAMETER = /^param(eter)?$/i;

/** A part of the requests of an operation that a client may get wrong, best one that is required. @returns undefined if there is none */
export function samplePlace(
  document: OpenApiDocument,
  { parameters, requestBody }: Operation,
): RequestPlace | undefined {
  for (const { schema } of requestBody?.content ?? []) {
    if (schema === undefined) continue;
    const { properties, required, otherDirectionOnly } = effectiveSchema(document, schema, 'request');
    const names = [...properties.keys()].filter((name) => !otherDirectionOnly.has(name));
    const name = names.find((each) => required.has(each)) ?? names[0];
    if (name !== undefined) return { in: 'body', path: [name] };
  }
  const parameter = parameters.find((each) => each.required && each.in !== 'path') ?? parameters[0];
  return parameter && { in: parameter.in, path: [parameter.name] };
}

/** True for a property of an error that names a part of the request. */
export function namesPlace(name: string): boolean {
  return FIELD.test(name);
}

/**
 * Returns the value of a property that names a part of the request.
 * @returns undefined if the part has no such name, e.g. a body property for `parameter` beside `pointer`
 */
export function placeValue(
  name: string,
  base: JsonValue | undefined,
  isList: boolean,
  place: RequestPlace,
): JsonValue | undefined {
  const isBody = place.in === 'body';
  if (isList) return [...(/^loc/i.test(name) ? [place.in] : []), ...place.path.map(toIndex)];
  if (IN.test(name)) return place.in;
  if (PARAMETER.test(name) && isBody && place.path.length === 0) return undefined;
  if (!POINTER.test(name)) return fieldName(place);
  const prefix = typeof base === 'string' && base.startsWith('#') ? '#' : '';
  return prefix + place.path.map((token) => `/${escapeToken(token)}`).join('');
}

/** Writes the path of a part as `items[0].name`; the whole body is `body`. */
export function fieldName({ in: place, path }: RequestPlace): string {
  if (path.length === 0) return place;
  return path
    .map((token, index) => (/^\d+$/.test(token) && index > 0 ? `[${token}]` : `${index > 0 ? '.' : ''}${token}`))
    .join('');
}

function toIndex(token: string): JsonValue {
  return /^\d+$/.test(token) ? Number(token) : token;
}
