import type { Arbitrary, Value } from 'fast-check';
import { hash, Random } from 'fast-check';
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
  return new Random(new SmallFastCounter(hash(text), hash(`${text}'`), seed | 0));
}

/** Chris Doty-Humphrey's sfc32: small, fast, and passes PractRand. */
class SmallFastCounter {
  private a: number;
  private b: number;
  private c: number;
  private counter: number;

  constructor(a: number, b: number, c: number, counter?: number) {
    this.a = a;
    this.b = b;
    this.c = c;
    this.counter = counter ?? 1;
    if (counter === undefined) for (let round = 0; round < 12; round++) this.next();
  }

  clone(): SmallFastCounter {
    return new SmallFastCounter(this.a, this.b, this.c, this.counter);
  }

  /** From -2^31 to 2^31 - 1. */
  next(): number {
    const result = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + result) | 0;
    return result;
  }

  getState(): readonly number[] {
    return [this.a, this.b, this.c, this.counter];
  }
}
