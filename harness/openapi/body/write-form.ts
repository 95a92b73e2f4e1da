import { isObject, writeJson } from '../../core/json/index.ts';
import { percentEncode, primitiveText, serializePairs } from '../parameters/serialize.ts';
import type { Json, JsonObject, MediaType } from '../../core/model.ts';

/** An object as `application/x-www-form-urlencoded` (OpenAPI 3.0.3, Support for x-www-form-urlencoded Request Bodies). */
export function writeForm(body: JsonObject, fields: MediaType['fields']): string {
  return Object.entries(body)
    .flatMap(([name, value]) => writePairs(name, value, fields))
    .filter((pairs) => pairs !== '')
    .join('&');
}

function writePairs(name: string, value: Json, fields: MediaType['fields']): string[] {
  const { style, explode = true, allowReserved = false } = fields.get(name) ?? {};
  if (style !== undefined) return [serializePairs({ name, style, explode, allowReserved }, value)];
  return itemsOf(value).map((item) => `${percentEncode(name)}=${percentEncode(formText(item), allowReserved)}`);
}

/** What stands in fields or parts of its own: a list has one for each of its items. */
export function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value];
}

/** A value in a field of its own: lists and objects as JSON, all others as their text. */
export function formText(value: Json): string {
  return isObject(value) || Array.isArray(value) ? writeJson(value) : primitiveText(value);
}
