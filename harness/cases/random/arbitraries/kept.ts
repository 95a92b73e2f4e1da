import { Arbitrary, type Random, type Stream, type Value } from 'fast-check';
import { Unsatisfiable } from './unsatisfiable.ts';

const TRIES = 100;

/** The values of a source that keep a demand. Unlike `filter` of fast-check it gives up: no demand can make it draw for ever. */
export class Kept<T> extends Arbitrary<T> {
  private readonly source: Arbitrary<T>;
  private readonly keeps: (value: T) => boolean;

  constructor(source: Arbitrary<T>, keeps: (value: T) => boolean) {
    super();
    this.source = source;
    this.keeps = keeps;
  }

  /** @throws {Unsatisfiable} after a hundred values that do not keep it */
  override generate(random: Random, bias: number | undefined): Value<T> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const drawn = this.source.generate(random, bias);
      if (this.keeps(drawn.value_)) return drawn;
    }
    throw new Unsatisfiable(`${TRIES} values were drawn, and none keeps the schema`);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.source.canShrinkWithoutContext(value) && this.keeps(value);
  }

  override shrink(value: T, context: unknown): Stream<Value<T>> {
    return this.source.shrink(value, context).filter((smaller) => this.keeps(smaller.value_));
  }
}
