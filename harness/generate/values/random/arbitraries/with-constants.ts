import { Arbitrary, type Random, type Stream, Value } from 'fast-check';

/** Values of a source with some of a list mixed in; both shrink as the source does, which must not need a context for it. */
export class WithConstantsArbitrary<T> extends Arbitrary<T> {
  private readonly source: Arbitrary<T>;
  private readonly listed: readonly T[];
  private readonly share: number;

  /** @param share one value in so many is of the list */
  constructor(source: Arbitrary<T>, listed: readonly T[], share: number) {
    super();
    this.source = source;
    this.listed = listed;
    this.share = share;
  }

  override generate(random: Random, bias: number | undefined): Value<T> {
    if (this.listed.length === 0 || random.nextInt(1, this.share) > 1) return this.source.generate(random, bias);
    return new Value(this.listed[random.nextInt(0, this.listed.length - 1)] as T, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.source.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): Stream<Value<T>> {
    return this.source.shrink(value, context);
  }
}
