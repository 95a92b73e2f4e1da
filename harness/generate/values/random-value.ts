import type { Arbitrary } from 'fast-check';
import type { Contract } from '../../openapi/contract.ts';
import type { Direction, Json } from '../../core/model.ts';
import type { Fresh } from '../requests/unique-values.ts';
import { arbitraryOf } from './random/schema-arbitrary.ts';
import { draw } from './random/generate.ts';
import { seeded } from './random/seeded.ts';

/** Building one takes long beside drawing from it. */
const known = new WeakMap<Contract, Map<string, Arbitrary<Json> | undefined>>();

/** Random valid values of the schema at a pointer, of everyday characters; none where it has none. */
export function drawn(contract: Contract, fresh: Fresh, pointer: string, direction: Direction, count: number): Json[] {
  const arbitraries = known.get(contract) ?? new Map<string, Arbitrary<Json> | undefined>();
  known.set(contract, arbitraries);
  const key = `${direction} ${pointer}`;
  if (!arbitraries.has(key)) arbitraries.set(key, arbitraryOf(contract, pointer, direction, 'token'));
  const arbitrary = arbitraries.get(key);
  if (!arbitrary) return [];
  const random = seeded(fresh.integer(), key);
  return Array.from({ length: count }, () => draw(arbitrary, random)).flatMap((value) => (value ? [value.value] : []));
}
