import { fnv1a, mulberry32 } from '../../core/util/random.ts';

/** Generates values that are unique within a run, from a seed. */
export class UniqueValues {
  private readonly seed: number;
  private readonly random: () => number;
  private readonly used = new Set<number>();

  private readonly learned: Map<string, readonly string[]>;

  /** @param learned names of body properties that a service was seen to require to be unique, by operation id */
  constructor(seed: number, learned: Map<string, readonly string[]> = new Map()) {
    this.seed = seed;
    this.random = mulberry32(seed);
    this.learned = learned;
  }

  /** Remembers properties of an operation's body that have to be unique; forks know them too. */
  learn(operation: string, names: readonly string[]): void {
    if (names.length > 0) this.learned.set(operation, names);
  }

  learnedFor(operation: string): readonly string[] {
    return this.learned.get(operation) ?? [];
  }

  /** Values for a request in which these properties are unique. */
  withLearned(operation: string, names: readonly string[]): UniqueValues {
    const other = new UniqueValues(this.integer(), new Map(this.learned));
    other.learned.set(operation, names);
    return other;
  }

  /** Returns a new integer from 1,000 to 2^31 - 1, valid for every integer format of 32 bits or more. */
  integer(): number {
    for (;;) {
      const value = 1000 + Math.floor(this.unit() * (2 ** 31 - 1001));
      if (this.used.has(value)) continue;
      this.used.add(value);
      return value;
    }
  }

  /** Returns a separate generator for this name, independent of values generated so far. */
  fork(name: string): UniqueValues {
    return new UniqueValues(fnv1a(name, this.seed), this.learned);
  }

  /** Returns eight lower-case letters and digits. */
  word(): string {
    return this.integer().toString(36).padStart(8, 'x');
  }

  /** A version 4 UUID (RFC 9562). */
  uuid(): string {
    const hex = Array.from({ length: 4 }, () =>
      Math.floor(this.unit() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  /** The next number of the sequence, from 0 to just under 1. */
  unit(): number {
    return this.random();
  }
}
