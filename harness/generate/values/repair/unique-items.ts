import { isNumber } from '../../../core/json/decimal.ts';
import { isObject, stringifyJson } from '../../../core/json/index.ts';
import type { JsonValue } from '../../../core/model.ts';

type Mended = (index: number, wish: JsonValue) => JsonValue | undefined;

/**
 * Items without those that were there before, and with others in their place.
 * @param mended gives an item as much like a wish as it can be
 * @param choices all there are, where they are listed
 */
export function makeUnique(items: readonly JsonValue[], mended: Mended, choices: readonly JsonValue[]): JsonValue[] {
  const found = new Map<string, JsonValue>();
  for (const [index, item] of items.entries()) {
    const other = firstNew(found, index, item, [...choices, ...others(item, index)], mended);
    if (other !== undefined) found.set(stringifyJson(other), other);
  }
  return [...found.values()];
}

function firstNew(
  found: ReadonlyMap<string, JsonValue>,
  index: number,
  item: JsonValue,
  wishes: readonly JsonValue[],
  mended: Mended,
): JsonValue | undefined {
  if (!found.has(stringifyJson(item))) return item;
  for (const wish of wishes) {
    const value = mended(index, wish);
    if (value !== undefined && !found.has(stringifyJson(value))) return value;
  }
  return undefined;
}

/** Values like an item, and not equal to it: another for each index. */
function* others(item: JsonValue, index: number): Generator<JsonValue> {
  if (isNumber(item)) yield Number(item) + index;
  else if (typeof item === 'string')
    yield* [`${item}${index}`, item.slice(0, -1) + String.fromCharCode(97 + (index % 26))];
  else if (typeof item === 'boolean') yield !item;
  else if (isObject(item))
    for (const [name, member] of Object.entries(item))
      for (const other of others(member, index)) yield { ...item, [name]: other };
  else if (Array.isArray(item))
    for (const [at, inner] of item.entries()) for (const other of others(inner, index)) yield item.with(at, other);
}
