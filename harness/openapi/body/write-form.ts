import { stringifyJson } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, MediaType } from '../../core/model.ts';
import { isNested, percentEncode, serializePrimitive, serializeQueryOrCookie } from '../parameters/serialize.ts';

/** Serializes an object as `application/x-www-form-urlencoded` (OpenAPI 3.0.3, Support for x-www-form-urlencoded Request Bodies). */
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

/** The values that get a field or part each: the items of an array, or the value itself. */
export function formFieldValues(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [value];
}

/** Writes the value of one field: arrays and objects as JSON, all others as parameters are. */
export function formFieldText(value: JsonValue): string {
  return isNested(value) ? stringifyJson(value) : serializePrimitive(value);
}
