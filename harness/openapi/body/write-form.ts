import { isObject, stringifyJson } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, MediaType } from '../../core/model.ts';
import { percentEncode, serializePrimitive, serializeQueryOrCookie } from '../parameters/serialize.ts';

/** An object as `application/x-www-form-urlencoded` (OpenAPI 3.0.3, Support for x-www-form-urlencoded Request Bodies). */
export function serializeForm(body: JsonObject, fields: MediaType['encodings']): string {
  return Object.entries(body)
    .flatMap(([name, value]) => writePairs(name, value, fields))
    .filter((pairs) => pairs !== '')
    .join('&');
}

function writePairs(name: string, value: JsonValue, fields: MediaType['encodings']): string[] {
  const { style, explode = true, allowReserved = false } = fields.get(name) ?? {};
  if (style !== undefined) return [serializeQueryOrCookie({ name, style, explode, allowReserved }, value)];
  return formFieldValues(value).map(
    (item) => `${percentEncode(name)}=${percentEncode(formFieldText(item), allowReserved)}`,
  );
}

/** What stands in fields or parts of its own: a list has one for each of its items. */
export function formFieldValues(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [value];
}

/** A value in a field of its own: lists and objects as JSON, all others as their text. */
export function formFieldText(value: JsonValue): string {
  return isObject(value) || Array.isArray(value) ? stringifyJson(value) : serializePrimitive(value);
}
