import { Arbitrary, type Random, Stream, stream, Value } from 'fast-check';
import { UnsatisfiableError } from './bounded-filter.ts';

export interface WeightedArbitrary<T> {
  readonly weight: number;
  readonly arbitrary: Arbitrary<T>;
}

/** The branch that generated a value, and the random state to generate one of the first branch instead. */
interface BranchContext {
  readonly index: number;
  readonly context: unknown;
  readonly random: Random;
}

/**
 * One of several branches, by weight; another one if the chosen branch has no value, unlike fast-check's `oneof`.
 * Shrinks to a value of the first branch, then within its own.
 */
export class OneofArbitrary<T> extends Arbitrary<T> {
  private readonly branches: readonly WeightedArbitrary<T>[];

  constructor(branches: readonly WeightedArbitrary<T>[]) {
    super();
    this.branches = branches;
  }

  /** @throws {UnsatisfiableError} if no branch has a value */
  override generate(random: Random, bias: number | undefined): Value<T> {
    const left = this.branches.map((branch, index) => ({ ...branch, index }));
    while (left.length > 0) {
      const [chosen] = left.splice(pick(left, random), 1);
      const generated = chosen && tryGenerate(chosen.arbitrary, random, bias);
      if (generated)
        return new Value(generated.value_, { index: chosen.index, context: generated.context, random: random.clone() });
    }
    throw new UnsatisfiableError('no alternative of the schema has a value');
  }

  override canShrinkWithoutContext(_value: unknown): _value is T {
    return false;
  }

  override shrink(value: T, context: unknown): Stream<Value<T>> {
    return context === undefined ? Stream.nil() : stream(this.smaller(value, context as BranchContext));
  }

  private *smaller(value: T, { index, context, random }: BranchContext): IterableIterator<Value<T>> {
    const simplest = this.branches[0];
    const simple = index > 0 && simplest ? tryGenerate(simplest.arbitrary, random.clone(), undefined) : undefined;
    if (simple) yield new Value(simple.value_, { index: 0, context: simple.context, random });
    for (const inner of this.branches[index]?.arbitrary.shrink(value, context) ?? [])
      yield new Value(inner.value_, { index, context: inner.context, random });
  }
}

function pick(branches: readonly { readonly weight: number }[], random: Random): number {
  const total = branches.reduce((sum, { weight }) => sum + weight, 0);
  let left = random.nextInt(1, total);
  return branches.findIndex(({ weight }) => {
    left -= weight;
    return left <= 0;
  });
}

function tryGenerate<T>(arbitrary: Arbitrary<T>, random: Random, bias: number | undefined): Value<T> | undefined {
  try {
    return arbitrary.generate(random, bias);
  } catch (error) {
    if (error instanceof UnsatisfiableError) return undefined;
    throw error;
  }
}
