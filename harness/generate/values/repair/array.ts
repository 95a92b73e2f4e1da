import { join } from '../../../core/json/pointer.ts';
import { keyword, type Shape } from '../../../openapi/schema/effective-schema.ts';
import type { Json } from '../../../core/model.ts';
import { distinct } from './unique-items.ts';
import type { Maker } from './value-repairer.ts';

/** So many items are made at most, whatever `minItems` asks for. */
const MOST = 10_000;

/** Arrays of a shape with the items of `base`, as far as they can be mended, and with as many as there have to be. */
export function* arrays(maker: Maker, shape: Shape, base: Json | undefined, levels: number): Generator<Json[]> {
  const { prefixItems } = shape;
  const given = Array.isArray(base) ? base : [];
  const least = Number(keyword(shape, 'minItems') ?? 0);
  const most = Math.min(Number(keyword(shape, 'maxItems') ?? MOST), MOST);
  const usual = base === undefined ? prefixItems.length : given.length;
  const mended = (index: number, wish: Json | undefined) => item(maker, shape, index, wish, levels);
  const array: Json[] = [];
  for (let index = 0; index < Math.min(most, Math.max(least, usual)); index++) {
    const value = mended(index, given[index]);
    // What follows would stand in the place of a tuple's item.
    if (value === undefined && index < prefixItems.length) break;
    if (value === undefined && index < given.length && !maker.mayDrop) return;
    if (value !== undefined) array.push(value);
  }
  const sought = matching(maker, shape, levels);
  const whole = sought === undefined ? array : [...array, sought];
  yield keyword(shape, 'uniqueItems') === true
    ? distinct(whole, mended, shape.items === undefined ? [] : maker.choices(shape.items))
    : whole;
  yield whole.slice(0, Math.max(least, prefixItems.length));
  yield whole.slice(0, least);
}

function item(maker: Maker, shape: Shape, index: number, wish: Json | undefined, levels: number): Json | undefined {
  const place = shape.prefixItems[index] ?? shape.items;
  if (place === undefined) return wish ?? 'string';
  return maker.value(place, wish, levels - 1);
}

/** An item as `contains` wants it. */
function matching(maker: Maker, shape: Shape, levels: number): Json | undefined {
  const part = shape.parts.find(({ schema }) => schema['contains'] !== undefined);
  return part && maker.value(join(part.pointer, 'contains'), undefined, levels - 1);
}
