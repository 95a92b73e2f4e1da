import type { Arbitrary, Random, Value } from 'fast-check';
import { UnsatisfiableError } from './arbitraries/unsatisfiable.ts';
import { createRandom } from './seeded.ts';

/** Of so many numbers and lengths, one is near an end of its range. */
const BIAS = 4;

/** A value with what is needed to shrink it; undefined where none was found. */
export function generate<T>(arbitrary: Arbitrary<T>, random: Random): Value<T> | undefined {
  try {
    return arbitrary.generate(random, BIAS);
  } catch (error) {
    if (error instanceof UnsatisfiableError) return undefined;
    throw error;
  }
}

/** Whether a value is found at all. */
export function isSatisfiable<T>(arbitrary: Arbitrary<T>): boolean {
  return generate(arbitrary, createRandom(0, 'trial')) !== undefined;
}
