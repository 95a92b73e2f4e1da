import { isNumber } from '../../../core/json/decimal.ts';
import { isObject, writeJson } from '../../../core/json/index.ts';
import type { Json } from '../../../core/model.ts';

type Mended = (index: number, wish: Json) => Json | undefined;

/**
 * Items without those that were there before, and with others in their place.
 * @param mended gives an item as much like a wish as it can be
 * @param choices all there are, where they are listed
 */
export function distinct(items: readonly Json[], mended: Mended, choices: readonly Json[]): Json[] {
  const found = new Map<string, Json>();
  for (const [index, item] of items.entries()) {
    const other = firstNew(found, index, item, [...choices, ...others(item, index)], mended);
    if (other !== undefined) found.set(writeJson(other), other);
  }
  return [...found.values()];
}

function firstNew(
  found: ReadonlyMap<string, Json>,
  index: number,
  item: Json,
  wishes: readonly Json[],
  mended: Mended,
): Json | undefined {
  if (!found.has(writeJson(item))) return item;
  for (const wish of wishes) {
    const value = mended(index, wish);
    if (value !== undefined && !found.has(writeJson(value))) return value;
  }
  return undefined;
}

/** Values like an item, and not equal to it: another for each index. */
function* others(item: Json, index: number): Generator<Json> {
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
