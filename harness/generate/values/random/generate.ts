import type { Arbitrary, Value } from 'fast-check';
import { hash, Random } from 'fast-check';
import { Sfc32 } from '../../../core/util/random.ts';
import { UnsatisfiableError } from './arbitraries/bounded-filter.ts';

/** One of this many numbers and lengths is near an end of its range. */
const BIAS_FACTOR = 4;

/** Generates a value with its shrink context; undefined if none was found. */
export function generate<T>(arbitrary: Arbitrary<T>, random: Random): Value<T> | undefined {
  try {
    return arbitrary.generate(random, BIAS_FACTOR);
  } catch (error) {
    if (error instanceof UnsatisfiableError) return undefined;
    throw error;
  }
}

/** Returns whether any value is found. */
export function isSatisfiable<T>(arbitrary: Arbitrary<T>): boolean {
  return generate(arbitrary, createRandom(0, 'trial')) !== undefined;
}

/** Returns a random generator per seed and label, so that no case depends on the values of others. */
export function createRandom(seed: number, label: string): Random {
  const text = `${seed} ${label}`;
  return new Random(new Sfc32(hash(text), hash(`${text}'`), seed | 0));
}
