import { isNumber } from '../../../core/json/decimal.ts';
import { isObject, stringifyJson } from '../../../core/json/index.ts';
import type { JsonValue } from '../../../core/model.ts';

type RepairItem = (index: number, desired: JsonValue) => JsonValue | undefined;

/**
 * Replaces repeated items by others.
 * @param repaired returns a valid item close to the given one
 * @param choices all allowed items, if they are listed
 */
export function makeUnique(
  items: readonly JsonValue[],
  repaired: RepairItem,
  choices: readonly JsonValue[],
): JsonValue[] {
  const found = new Map<string, JsonValue>();
  for (const [index, item] of items.entries()) {
    const other = firstUnused(found, index, item, [...choices, ...similarValues(item, index)], repaired);
    if (other !== undefined) found.set(stringifyJson(other), other);
  }
  return [...found.values()];
}

function firstUnused(
  found: ReadonlyMap<string, JsonValue>,
  index: number,
  item: JsonValue,
  wishes: readonly JsonValue[],
  repaired: RepairItem,
): JsonValue | undefined {
  if (!found.has(stringifyJson(item))) return item;
  for (const desired of wishes) {
    const value = repaired(index, desired);
    if (value !== undefined && !found.has(stringifyJson(value))) return value;
  }
  return undefined;
}

/** Yields values similar to an item but not equal, different for each index. */
function* similarValues(item: JsonValue, index: number): Generator<JsonValue> {
  if (isNumber(item)) yield Number(item) + index;
  else if (typeof item === 'string')
    yield* [`${item}${index}`, item.slice(0, -1) + String.fromCharCode(97 + (index % 26))];
  else if (typeof item === 'boolean') yield !item;
  else if (isObject(item))
    for (const [name, property] of Object.entries(item))
      for (const other of similarValues(property, index)) yield { ...item, [name]: other };
  else if (Array.isArray(item))
    for (const [at, inner] of item.entries())
      for (const other of similarValues(inner, index)) yield item.with(at, other);
}
