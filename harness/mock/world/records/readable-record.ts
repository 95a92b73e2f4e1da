import { copyObject, isObject, setProperty } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { topPointer } from './record-shape.ts';

/** The record with the values of an example in place of invalid texts and numbers: people read them. Objects are completed. */
export function withExamples(
  record: JsonValue,
  example: JsonObject,
  isValidAt: (pointer: string, value: JsonValue) => boolean,
): JsonValue {
  if (!isObject(record)) return record;
  const changed = copyObject(record);
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === 'object' || isValidAt(topPointer(name), value)) continue;
    if (Object.hasOwn(example, name)) setProperty(changed, name, example[name] ?? null);
    else delete changed[name];
  }
  return changed;
}

/** Declared properties first, in the order of the document. */
export function ordered(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  const result: JsonObject = {};
  for (const name of names) if (Object.hasOwn(value, name)) setProperty(result, name, value[name] ?? null);
  for (const name in value) if (!names.has(name)) setProperty(result, name, value[name] ?? null);
  return result;
}
