import { Arbitrary, type Random, type Stream, stream, Value } from 'fast-check';
import { codePoints } from '../../../../openapi/schema/keywords/string.ts';
import { type CharacterSet, randomString } from '../characters.ts';

/** Strings of `minLength` to `maxLength` code points. Shrinks to shorter and simpler ones, without a context. */
export class StringArbitrary extends Arbitrary<string> {
  private readonly characters: CharacterSet;
  private readonly minLength: number;
  private readonly maxLength: number;

  constructor(characters: CharacterSet, min: number, max: number) {
    super();
    this.characters = characters;
    this.minLength = min;
    this.maxLength = max;
  }

  override generate(random: Random, _bias: number | undefined): Value<string> {
    const size = Math.min(
      random.nextInt(this.minLength, this.maxLength),
      random.nextInt(this.minLength, this.maxLength),
    );
    const text = randomString(random, this.characters, size);
    // Services may trim text before they look at its length.
    const isLong = codePoints(text.trim()) >= this.minLength;
    return new Value(isLong ? text : text.replace(/^\s+|\s+$/g, (space) => 'a'.repeat(space.length)), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is string {
    return typeof value === 'string';
  }

  override shrink(value: string, _context: unknown): Stream<Value<string>> {
    return stream(this.smaller([...value])).map((text) => new Value(text, undefined));
  }

  /** Each candidate is shorter or has more `a`, so that shrinking ends. */
  private *smaller(text: readonly string[]): IterableIterator<string> {
    const { minLength } = this;
    const odd = text.filter((character) => character !== 'a');
    if (text.length > minLength || odd.length > 0) yield 'a'.repeat(minLength);
    if (text.length > minLength && text.length > 1)
      for (const character of new Set(odd.sort(unusualFirst))) yield character + 'a'.repeat(Math.max(0, minLength - 1));
    const half = Math.max(minLength, text.length >> 1);
    if (half < text.length) yield* [text.slice(0, half).join(''), text.slice(text.length - half).join('')];
    if (text.length > minLength)
      for (const index of text.keys()) yield [...text.slice(0, index), ...text.slice(index + 1)].join('');
    for (const [index, character] of text.entries()) if (character !== 'a') yield text.with(index, 'a').join('');
  }
}

/** Sorts letters and digits last: they are the least likely cause of a failure. */
function unusualFirst(a: string, b: string): number {
  return Number(/[a-z0-9]/i.test(a)) - Number(/[a-z0-9]/i.test(b));
}
