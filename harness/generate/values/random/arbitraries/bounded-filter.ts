import { Arbitrary, type Random, type Stream, type Value } from 'fast-check';

const MAX_ATTEMPTS = 100;
const MAX_TOTAL_REJECTIONS = 1000;

/** Rejections left for all filters inside a value: 100 attempts on each of n levels would be 100^n. */
export class RetryBudget {
  private remaining = MAX_TOTAL_REJECTIONS;

  renew(): void {
    this.remaining = MAX_TOTAL_REJECTIONS;
  }

  isOver(): boolean {
    return this.remaining-- <= 0;
  }
}

/** Filters an arbitrary. Unlike fast-check's `filter` it gives up instead of looping forever. */
export class BoundedFilterArbitrary<T> extends Arbitrary<T> {
  private readonly source: Arbitrary<T>;
  private readonly accepts: (value: T) => boolean;
  private readonly budget: RetryBudget | undefined;

  /** @param budget shared by nested filters */
  constructor(source: Arbitrary<T>, accepts: (value: T) => boolean, budget?: RetryBudget) {
    super();
    this.source = source;
    this.accepts = accepts;
    this.budget = budget;
  }

  /** @throws {UnsatisfiableError} after 100 rejected values */
  override generate(random: Random, bias: number | undefined): Value<T> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const generated = this.source.generate(random, bias);
      if (this.accepts(generated.value_)) return generated;
      if (this.budget?.isOver()) break;
    }
    throw new UnsatisfiableError('no generated value is valid');
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.source.canShrinkWithoutContext(value) && this.accepts(value);
  }

  override shrink(value: T, context: unknown): Stream<Value<T>> {
    return this.source.shrink(value, context).filter((smaller) => this.accepts(smaller.value_));
  }
}

/** The filter of a whole value: resets the budget of those inside for each value. */
export class RootFilterArbitrary<T> extends BoundedFilterArbitrary<T> {
  private readonly inner: RetryBudget;

  constructor(source: Arbitrary<T>, accepts: (value: T) => boolean, inner: RetryBudget) {
    super(source, accepts);
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

/** Thrown if no valid value was found, so that a `oneof` can fall back on another branch. */
export class UnsatisfiableError extends Error {
  override readonly name = 'UnsatisfiableError';
}
