import { Arbitrary, type Random, type Stream, type Value } from 'fast-check';

const TRIES = 100;
const TRIES_TOGETHER = 1000;

/** How often all the filters inside of one value may still refuse: without it, a hundred tries on each of n levels would be 100^n. */
export class RetryBudget {
  private remaining = TRIES_TOGETHER;

  renew(): void {
    this.remaining = TRIES_TOGETHER;
  }

  isOver(): boolean {
    return this.remaining-- <= 0;
  }
}

/** The values of a source that keep a demand. Unlike `filter` of fast-check it gives up: no demand can make it draw for ever. */
export class BoundedFilterArbitrary<T> extends Arbitrary<T> {
  private readonly source: Arbitrary<T>;
  private readonly accepts: (value: T) => boolean;
  private readonly budget: RetryBudget | undefined;

  /** @param patience shared by filters that hold others of their kind */
  constructor(source: Arbitrary<T>, keeps: (value: T) => boolean, patience?: RetryBudget) {
    super();
    this.source = source;
    this.accepts = keeps;
    this.budget = patience;
  }

  /** @throws {Unsatisfiable} after a hundred values that do not keep it */
  override generate(random: Random, bias: number | undefined): Value<T> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const drawn = this.source.generate(random, bias);
      if (this.accepts(drawn.value_)) return drawn;
      if (this.budget?.isOver()) break;
    }
    throw new UnsatisfiableError('many values were drawn, and none keeps the schema');
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.source.canShrinkWithoutContext(value) && this.accepts(value);
  }

  override shrink(value: T, context: unknown): Stream<Value<T>> {
    return this.source.shrink(value, context).filter((smaller) => this.accepts(smaller.value_));
  }
}

/** The filter of the whole value: it gives those inside of it new patience for each value. */
export class RootFilterArbitrary<T> extends BoundedFilterArbitrary<T> {
  private readonly inner: RetryBudget;

  constructor(source: Arbitrary<T>, keeps: (value: T) => boolean, inner: RetryBudget) {
    super(source, keeps);
    this.inner = inner;
  }

  override generate(random: Random, bias: number | undefined): Value<T> {
    this.inner.renew();
    return super.generate(random, bias);
  }

  override shrink(value: T, context: unknown): Stream<Value<T>> {
    this.inner.renew();
    return super.shrink(value, context);
  }
}

/** No value was found that keeps every demand on it; thrown while drawing, so that a choice can fall back on another branch. */
export class UnsatisfiableError extends Error {
  override readonly name = 'Unsatisfiable';
}
