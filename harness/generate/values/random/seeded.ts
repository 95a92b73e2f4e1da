import { hash, Random } from 'fast-check';

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
