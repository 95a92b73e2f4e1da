import { appendTokens } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import { makeUnique } from './unique-items.ts';
import type { ValueRepairer } from './value-repairer.ts';

/** So many items are made at most, whatever `minItems` asks for. */
const MOST = 10_000;

/** Arrays of a shape with the items of `base`, as far as they can be mended, and with as many as there have to be. */
export function* repairArrays(
  maker: ValueRepairer,
  shape: EffectiveSchema,
  base: JsonValue | undefined,
  levels: number,
): Generator<JsonValue[]> {
  const { prefixItems } = shape;
  const given = Array.isArray(base) ? base : [];
  const least = Number(firstKeyword(shape, 'minItems') ?? 0);
  const most = Math.min(Number(firstKeyword(shape, 'maxItems') ?? MOST), MOST);
  const usual = base === undefined ? prefixItems.length : given.length;
  const mended = (index: number, wish: JsonValue | undefined) => item(maker, shape, index, wish, levels);
  const array: JsonValue[] = [];
  for (let index = 0; index < Math.min(most, Math.max(least, usual)); index++) {
    const value = mended(index, given[index]);
    // What follows would stand in the place of a tuple's item.
    if (value === undefined && index < prefixItems.length) break;
    if (value === undefined && index < given.length && !maker.isDroppable) return;
    if (value !== undefined) array.push(value);
  }
  const sought = matching(maker, shape, levels);
  const whole = sought === undefined ? array : [...array, sought];
  yield firstKeyword(shape, 'uniqueItems') === true
    ? makeUnique(whole, mended, shape.items === undefined ? [] : maker.choices(shape.items))
    : whole;
  yield whole.slice(0, Math.max(least, prefixItems.length));
  yield whole.slice(0, least);
}

function item(
  maker: ValueRepairer,
  shape: EffectiveSchema,
  index: number,
  wish: JsonValue | undefined,
  levels: number,
): JsonValue | undefined {
  const place = shape.prefixItems[index] ?? shape.items;
  if (place === undefined) return wish ?? 'string';
  return maker.value(place, wish, levels - 1);
}

/** An item as `contains` wants it. */
function matching(maker: ValueRepairer, shape: EffectiveSchema, levels: number): JsonValue | undefined {
  const part = shape.schemas.find(({ schema }) => schema['contains'] !== undefined);
  return part && maker.value(appendTokens(part.pointer, 'contains'), undefined, levels - 1);
}
