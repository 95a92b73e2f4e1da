import { Arbitrary, constant, type Random, Stream, stream, Value } from 'fast-check';
import { OneofArbitrary } from './oneof.ts';

/** Stands for a member that is not there. */
export const ABSENT = Symbol('absent');

/** The value of one of several parts, in their order. */
export type Maybe<T> = T | typeof ABSENT;

export interface Property<T> {
  readonly arbitrary: Arbitrary<T>;
  /** Of ten values, in how many it is there; 10: it is required. */
  readonly presence: number;
}

/** Draws each of several members, or leaves it out. Shrinks to the required ones first, then member by member. */
export class RecordArbitrary<T> extends Arbitrary<readonly Maybe<T>[]> {
  private readonly arbitraries: readonly Arbitrary<Maybe<T>>[];
  private readonly optional: readonly boolean[];

  constructor(members: readonly Property<T>[]) {
    super();
    this.optional = members.map(({ presence }) => presence < 10);
    this.arbitraries = members.map(({ arbitrary, presence }) =>
      presence >= 10
        ? arbitrary
        : new OneofArbitrary<Maybe<T>>([
            { weight: 10 - presence, arbitrary: constant(ABSENT) },
            { weight: presence, arbitrary },
          ]),
    );
  }

  override generate(random: Random, bias: number | undefined): Value<readonly Maybe<T>[]> {
    return together(this.arbitraries.map((arbitrary) => arbitrary.generate(random, bias)));
  }

  override canShrinkWithoutContext(_value: unknown): _value is readonly Maybe<T>[] {
    return false;
  }

  override shrink(_value: readonly Maybe<T>[], context: unknown): Stream<Value<readonly Maybe<T>[]>> {
    return context === undefined ? Stream.nil() : stream(this.smaller(context as readonly Value<Maybe<T>>[]));
  }

  private *smaller(parts: readonly Value<Maybe<T>>[]): IterableIterator<Value<readonly Maybe<T>[]>> {
    const spare = parts.filter(({ value_ }, index) => this.optional[index] && value_ !== ABSENT);
    if (spare.length > 1)
      yield together(parts.map((part) => (spare.includes(part) ? new Value<Maybe<T>>(ABSENT, undefined) : part)));
    for (const [index, part] of parts.entries())
      for (const smaller of this.arbitraries[index]?.shrink(part.value_, part.context) ?? [])
        yield together(parts.with(index, smaller));
  }
}

function together<T>(parts: readonly Value<T>[]): Value<readonly T[]> {
  return new Value(
    parts.map(({ value_ }) => value_),
    parts,
  );
}
