import { Arbitrary, type Random, type Stream, stream, Value } from 'fast-check';

/** One number in so many is of the edges, one in so many small. */
const EDGE_SHARE = 3;
const SMALL_SHARE = 4;
const SMALL = 20n;

/** Integers from `least` to `most`, edges and small ones more often than others. They shrink towards 0, exactly to the limit that matters. */
export class BigIntArbitrary extends Arbitrary<bigint> {
  private readonly min: bigint;
  private readonly max: bigint;
  private readonly edges: readonly bigint[];

  constructor(least: bigint, most: bigint, edges: readonly bigint[]) {
    super();
    this.min = least;
    this.max = most;
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
    if (this.edges.length > 0 && random.nextInt(1, EDGE_SHARE) === 1)
      return this.edges[random.nextInt(0, this.edges.length - 1)] ?? this.min;
    const isSmall = random.nextInt(1, SMALL_SHARE) === 1;
    const reach = isSmall ? SMALL : this.max - this.min;
    const base = this.clipped(0n);
    return random.nextBigInt(larger(this.min, base - reach), -larger(-this.max, -base - reach));
  }

  /**
   * The simplest value, powers of ten away from it, and then halfway to the value, again and again.
   * The context of each is the candidate before it, which did not fail, or this one would not be asked for.
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
    return -larger(-larger(value, this.min), -this.max);
  }
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
