import type { Arbitrary } from 'fast-check';
import type { Direction, JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { UniqueValues } from '../requests/unique-values.ts';
import { createRandom, generate } from './random/generate.ts';
import { schemaArbitrary } from './random/schema-arbitrary.ts';

/** Caches arbitraries, because building one takes longer than generating values. */
const createCache = () => new Map<string, Arbitrary<JsonValue> | undefined>();

/** Returns random valid values of the schema at `pointer`, of token characters only; fewer than `count` if some were not found. */
export function randomValues(
  contract: Contract,
  unique: UniqueValues,
  pointer: string,
  direction: Direction,
  count: number,
): JsonValue[] {
  const arbitraries = contract.derived(createCache);
  const key = `${direction} ${pointer}`;
  if (!arbitraries.has(key)) arbitraries.set(key, schemaArbitrary(contract, pointer, direction, 'token'));
  const arbitrary = arbitraries.get(key);
  if (!arbitrary) return [];
  const random = createRandom(unique.integer(), key);
  return Array.from({ length: count }, () => generate(arbitrary, random)).flatMap((value) =>
    value ? [value.value] : [],
  );
}
