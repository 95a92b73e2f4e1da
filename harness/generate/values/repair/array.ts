import { appendTokens } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import { makeUnique } from './unique-items.ts';
import type { ValueRepairer } from './value-repairer.ts';

/** Upper bound of generated items, whatever `minItems` is. */
const MAX_ITEMS = 10_000;

/** Yields arrays with the items of `base`, repaired, and as many more as the schema requires. */
export function* repairArrays(
  repairer: ValueRepairer,
  effective: EffectiveSchema,
  base: JsonValue | undefined,
  levels: number,
): Generator<JsonValue[]> {
  const { prefixItems } = effective;
  const declared = Array.isArray(base) ? base : [];
  const min = Number(firstKeyword(effective, 'minItems') ?? 0);
  const max = Math.min(Number(firstKeyword(effective, 'maxItems') ?? MAX_ITEMS), MAX_ITEMS);
  const desired = base === undefined ? prefixItems.length : declared.length;
  const repaired = (index: number, wish: JsonValue | undefined) => item(repairer, effective, index, wish, levels);
  const array: JsonValue[] = [];
  for (let index = 0; index < Math.min(max, Math.max(min, desired)); index++) {
    const value = repaired(index, declared[index]);
    // Later items would move to the position of this tuple item.
    if (value === undefined && index < prefixItems.length) break;
    if (value === undefined && index < declared.length && !repairer.isDroppable) return;
    if (value !== undefined) array.push(value);
  }
  const contained = containedItem(repairer, effective, levels);
  const result = contained === undefined ? array : [...array, contained];
  yield firstKeyword(effective, 'uniqueItems') === true
    ? makeUnique(result, repaired, effective.items === undefined ? [] : repairer.choices(effective.items))
    : result;
  yield result.slice(0, Math.max(min, prefixItems.length));
  yield result.slice(0, min);
}

function item(
  repairer: ValueRepairer,
  effective: EffectiveSchema,
  index: number,
  desired: JsonValue | undefined,
  levels: number,
): JsonValue | undefined {
  const pointer = effective.prefixItems[index] ?? effective.items;
  if (pointer === undefined) return desired ?? 'string';
  return repairer.value(pointer, desired, levels - 1);
}

/** Returns an item that matches `contains`. */
function containedItem(repairer: ValueRepairer, effective: EffectiveSchema, levels: number): JsonValue | undefined {
  const part = effective.schemas.find(({ schema }) => schema['contains'] !== undefined);
  return part && repairer.value(appendTokens(part.pointer, 'contains'), undefined, levels - 1);
}
