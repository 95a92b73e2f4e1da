/** 32-bit hash of a text (FNV-1a); another `basis` gives another hash function. */
export function fnv1a(text: string, basis = 0x811c9dc5): number {
  let hash = basis >>> 0;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Hash of which every bit depends on all others, so that its remainders are even too (finalizer of MurmurHash3). */
export function evenHash(text: string): number {
  let hash = fnv1a(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A source of numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** As {@link mulberry32}, with a text as the seed. */
export function seededRandom(seed: string): () => number {
  return mulberry32(fnv1a(seed));
}

/** Chris Doty-Humphrey's sfc32, as fast-check takes a generator: small, fast, and passes PractRand. */
export class Sfc32 {
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

  clone(): Sfc32 {
    return new Sfc32(this.a, this.b, this.c, this.counter);
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
