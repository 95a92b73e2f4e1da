import { Arbitrary, type Random, type Stream, Value } from 'fast-check';

/**
 * Mixes constants into another arbitrary.
 * Shrinks constants like values of the source, unlike fast-check's `oneof`; the source must shrink without context.
 */
export class WithConstantsArbitrary<T> extends Arbitrary<T> {
  private readonly source: Arbitrary<T>;
  private readonly constants: readonly T[];
  private readonly ratio: number;

  /** @param ratio one value in `ratio` is a constant */
  constructor(source: Arbitrary<T>, constants: readonly T[], ratio: number) {
    super();
    this.source = source;
    this.constants = constants;
    this.ratio = ratio;
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
