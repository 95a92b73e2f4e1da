import { isObject } from '../../core/json/index.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';

/** The record in a body that a client sent. */
export function recordIn(body: JsonValue | undefined, envelope: string): JsonObject | undefined {
  const value = body === undefined ? undefined : getAt(body, envelope);
  return isObject(value) ? value : undefined;
}
