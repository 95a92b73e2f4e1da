import { isObject, setProperty } from './index.ts';
import type { JsonObject, JsonValue } from './value.ts';

/** Applies a JSON merge patch: null removes a property, objects are merged, anything else replaces (RFC 7396). */
export function applyMergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch;
  const merged: JsonObject = {};
  const base = isObject(target) ? target : {};
  for (const [name, value] of Object.entries(base)) if (!Object.hasOwn(patch, name)) setProperty(merged, name, value);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) continue;
    setProperty(merged, name, applyMergePatch(Object.hasOwn(base, name) ? base[name] : undefined, value));
  }
  return merged;
}
