import type { JsonValue, ParameterIn } from '../../core/model.ts';
import { fnv1a, mulberry32 } from '../../core/util/random.ts';
import { hasKnownValue, type KnownValue } from './known-values.ts';

/** What is known of the values in requests, beside their schemas; shared by all values of a run. */
interface Knowledge {
  /** Names of body properties that have to be unique, by the user. */
  readonly declared: readonly string[];
  /** Names of body properties that a service was seen to require to be unique, by operation id. */
  readonly learned: Map<string, readonly string[]>;
  /** Values of the user, by operation id. */
  readonly known: Map<string, readonly KnownValue[]>;
  /** Where requests identify other records, by operation id. */
  readonly references: Map<string, readonly RecordReference[]>;
}

/** A part of a request that identifies a record, or takes a value that only the service knows. */
export interface RecordReference {
  readonly in: 'body' | ParameterIn;
  /** Name of the parameter, or JSON Pointer into the body, with `*` for every item. */
  readonly at: string;
}

/** The words that {@link UniqueValues} makes. */
export const UNIQUE_WORD = /^xx[0-9a-z]{6}$/;

/** Generates values that are unique within a run, from a seed. */
export class UniqueValues {
  readonly seed: number;
  private readonly random: () => number;
  private drawn = 0;
  private readonly used = new Set<number>();
  private readonly knowledge: Knowledge;
  /** False where a service has rejected the example of a schema, because it keeps what it has seen of it unique. */
  readonly takesExamples: boolean;
  /** As of `movedDates`, for what is planned. */
  readonly dateShift: number;

  constructor(
    seed: number,
    { declared = [], learned = new Map(), known = new Map(), references = new Map() }: Partial<Knowledge> = {},
    takesExamples = true,
    dateShift = 0,
  ) {
    this.seed = seed;
    this.random = mulberry32(seed);
    this.takesExamples = takesExamples;
    this.dateShift = dateShift;
    this.knowledge = { declared, learned, known, references };
  }

  /** Remembers properties of an operation's body that have to be unique; forks know them too. */
  learn(operation: string, names: readonly string[]): void {
    if (names.length > 0) this.knowledge.learned.set(operation, names);
  }

  /** Names of the properties that have to be unique, by the user or as learned. */
  learnedFor(operation: string): readonly string[] {
    const { declared, learned } = this.knowledge;
    return [...new Set([...declared, ...(learned.get(operation) ?? [])])];
  }

  /** Names of the properties that were learned to be unique. */
  observedFor(operation: string): readonly string[] {
    const { declared, learned } = this.knowledge;
    return (learned.get(operation) ?? []).filter((name) => !declared.includes(name));
  }

  /** Values of the user for requests of an operation. */
  knownFor(operation: string): readonly KnownValue[] {
    return this.knowledge.known.get(operation) ?? [];
  }

  /** Adds values of the user; those of the same parts are replaced. */
  addKnown(values: ReadonlyMap<string, readonly KnownValue[]>): void {
    for (const [operation, added] of values) {
      const kept = this.knownFor(operation).filter((each) => !hasKnownValue(added, each));
      this.knowledge.known.set(operation, [...kept, ...added]);
    }
  }

  /** Remembers where an operation's requests identify other records: new values would identify none. */
  refer(operation: string, references: readonly RecordReference[]): void {
    if (references.length > 0) this.knowledge.references.set(operation, references);
  }

  referencesOf(operation: string): readonly RecordReference[] {
    return this.knowledge.references.get(operation) ?? [];
  }

  /** Values for a request in which these properties are unique. */
  withLearned(operation: string, names: readonly string[]): UniqueValues {
    const learned = new Map(this.knowledge.learned).set(operation, names);
    return new UniqueValues(this.integer(), { ...this.knowledge, learned }, this.takesExamples, this.dateShift);
  }

  /** Values from another seed that know the same. */
  seeded(seed: number): UniqueValues {
    return new UniqueValues(seed, this.knowledge, this.takesExamples, this.dateShift);
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

  /** What the next values for an operation depend on. */
  state(operation: string): JsonValue {
    const { seed, drawn, takesExamples, dateShift } = this;
    const parts = (references: readonly RecordReference[]) => references.map(({ in: place, at }) => [place, at]);
    const learned = [[...this.learnedFor(operation)], [...this.observedFor(operation)]];
    return [seed, drawn, takesExamples, dateShift, learned, parts(this.referencesOf(operation))];
  }

  /** Returns a separate generator for this name, independent of values generated so far. */
  fork(
    name: string,
    { takesExamples, dateShift }: Pick<UniqueValues, 'takesExamples' | 'dateShift'> = this,
  ): UniqueValues {
    return new UniqueValues(fnv1a(name, this.seed), this.knowledge, takesExamples, dateShift);
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
    this.drawn++;
    return this.random();
  }
}
