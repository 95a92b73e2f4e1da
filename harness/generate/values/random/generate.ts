import type { Arbitrary, Value } from 'fast-check';
import { hash, Random } from 'fast-check';
import { Sfc32 } from '../../../core/util/random.ts';
import { UnsatisfiableError } from './arbitraries/bounded-filter.ts';

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

/** A source of random numbers for each label: what is drawn for one case never depends on what was drawn for others. */
export function createRandom(seed: number, label: string): Random {
  const text = `${seed} ${label}`;
  return new Random(new Sfc32(hash(text), hash(`${text}'`), seed | 0));
}
