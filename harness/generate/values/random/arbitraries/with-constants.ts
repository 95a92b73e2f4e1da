import { Arbitrary, type Random, type Stream, Value } from 'fast-check';

/** Values of a source with some of a list mixed in; both shrink as the source does, which must not need a context for it. */
export class WithConstantsArbitrary<T> extends Arbitrary<T> {
  private readonly source: Arbitrary<T>;
  private readonly constants: readonly T[];
  private readonly ratio: number;

  /** @param share one value in so many is of the list */
  constructor(source: Arbitrary<T>, listed: readonly T[], share: number) {
    super();
    this.source = source;
    this.constants = listed;
    this.ratio = share;
  }

  override generate(random: Random, bias: number | undefined): Value<T> {
    if (this.constants.length === 0 || random.nextInt(1, this.ratio) > 1) return this.source.generate(random, bias);
    return new Value(this.constants[random.nextInt(0, this.constants.length - 1)] as T, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.source.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): Stream<Value<T>> {
    return this.source.shrink(value, context);
  }
}
