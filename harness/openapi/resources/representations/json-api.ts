import { isObject } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';

/** True for a resource object of JSON:API, which has a `type` beside its attributes; other records may have a map of that name. */
export function isResourceObject(value: JsonValue | undefined): value is JsonObject {
  return isObject(value) && typeof value['type'] === 'string' && isObject(value['attributes']);
}
