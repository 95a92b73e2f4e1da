import { Arbitrary, type Random, type Stream, stream, Value } from 'fast-check';

/** One number in three is an edge, one in four is small. */
const EDGE_RATIO = 3;
const SMALL_RATIO = 4;
const MAX_SMALL = 20n;

/**
 * Integers from `min` to `max`, edges and small ones more often than others.
 * Shrinks towards 0 by powers of ten, then by halves: fast-check's `bigInt` does not reach the failing limit of an int64 in the 60 requests of a run.
 */
export class BigIntArbitrary extends Arbitrary<bigint> {
  private readonly min: bigint;
  private readonly max: bigint;
  private readonly edges: readonly bigint[];

  constructor(min: bigint, max: bigint, edges: readonly bigint[]) {
    super();
    this.min = min;
    this.max = max;
    this.edges = edges;
  }

  override generate(random: Random, _bias: number | undefined): Value<bigint> {
    return new Value(this.pick(random), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is bigint {
    return typeof value === 'bigint';
  }

  override shrink(value: bigint, context: unknown): Stream<Value<bigint>> {
    return stream(this.smaller(value, typeof context === 'bigint' ? context : undefined));
  }

  private pick(random: Random): bigint {
    if (this.edges.length > 0 && random.nextInt(1, EDGE_RATIO) === 1)
      return this.edges[random.nextInt(0, this.edges.length - 1)] ?? this.min;
    const isSmall = random.nextInt(1, SMALL_RATIO) === 1;
    const reach = isSmall ? MAX_SMALL : this.max - this.min;
    const base = this.clipped(0n);
    return random.nextBigInt(max(this.min, base - reach), -max(-this.max, -base - reach));
  }

  /**
   * Yields the value closest to 0, then powers of ten from it, then halves of the remaining distance.
   * The context of each is the previous candidate, which passed: a failing one would have been shrunk instead.
   */
  private *smaller(value: bigint, passed: bigint | undefined): IterableIterator<Value<bigint>> {
    const simplest = this.clipped(0n);
    const sign = value < simplest ? -1n : 1n;
    let last = passed;
    if (last === undefined && value !== simplest) {
      yield new Value(simplest, undefined);
      last = simplest;
      for (let power = 1n; power < (value - simplest) * sign; power *= 10n) {
        yield new Value(simplest + power * sign, last);
        last = simplest + power * sign;
      }
    }
    for (let gap = last === undefined ? 0n : (value - last) / 2n; gap !== 0n; gap /= 2n) {
      yield new Value(value - gap, last);
      last = value - gap;
    }
  }

  private clipped(value: bigint): bigint {
    return -max(-max(value, this.min), -this.max);
  }
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
