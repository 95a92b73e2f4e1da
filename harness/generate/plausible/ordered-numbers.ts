import { isNumber } from '../../core/json/decimal.ts';
import { parseNumber } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';
import { words } from '../../openapi/resources/names.ts';

const REST = ['remaining', 'left', 'available', 'free'];
const USED = ['used', 'consumed'];
const WHOLE = ['limit', 'total', 'quota', 'max', 'capacity', 'allowed'];
/** Words of names, the second of which is of the larger number: `x-ratelimit-remaining` and `x-ratelimit-limit`. */
const PAIRS: readonly (readonly [smaller: readonly string[], larger: readonly string[]])[] = [
  [[...REST, ...USED, 'completed', 'done', 'processed'], WHOLE],
  [
    ['min', 'minimum', 'lowest', 'low', 'lower', 'start'],
    ['max', 'maximum', 'highest', 'high', 'upper', 'end'],
  ],
];
/** Doubles hold up to this, and what is computed from it, exactly enough. */
const MAX_MAGNITUDE = 1e12;

/** Numbers by name, of which some may change. */
class NamedNumbers {
  readonly values: Map<string, JsonValue>;
  private readonly nameByPhrase: ReadonlyMap<string, string>;
  private readonly accepts: (name: string, value: JsonValue) => boolean;

  constructor(values: ReadonlyMap<string, JsonValue>, accepts: (name: string, value: JsonValue) => boolean) {
    this.values = new Map([...values].filter(([, value]) => isNumber(value)));
    this.nameByPhrase = new Map([...this.values.keys()].map((name) => [words(name).join(' '), name]));
    this.accepts = accepts;
  }

  get(name: string | undefined): number | undefined {
    const value = name === undefined ? undefined : this.values.get(name);
    return isNumber(value) && Math.abs(Number(value)) <= MAX_MAGNITUDE ? Number(value) : undefined;
  }

  /** Sets a number with the decimal places that it has, if it may have that value. */
  set(name: string, number: number): boolean {
    const [, decimals = ''] = String(this.values.get(name)).split('.');
    const value = parseNumber(number.toFixed(decimals.length));
    if (!this.accepts(name, value)) return false;
    this.values.set(name, value);
    return true;
  }

  /** The name that has one of the words in place of one of others: `max_age` for `min_age`; the word may be absent at the end. */
  counterpart(name: string, ofWords: readonly string[], otherWords: readonly string[]): string | undefined {
    const own = words(name);
    const index = own.findIndex((word) => ofWords.includes(word));
    if (index < 0) return undefined;
    const without = own.toSpliced(index, 1);
    const phrases = otherWords.map((word) => own.with(index, word).join(' '));
    if (otherWords.includes(without.at(-1) ?? '')) phrases.push(without.join(' '));
    const found = phrases.find((phrase) => this.nameByPhrase.has(phrase));
    return found === undefined ? undefined : this.nameByPhrase.get(found);
  }
}

/**
 * Returns the numbers among values in the order that their names tell: what remains is no more than the limit, and the limit less what is used.
 * @param accepts whether a number may have another value
 */
export function withOrderedNumbers(
  values: ReadonlyMap<string, JsonValue>,
  accepts: (name: string, value: JsonValue) => boolean,
): ReadonlyMap<string, JsonValue> {
  const numbers = new NamedNumbers(values, accepts);
  const names = numbers.values.size < 2 ? [] : [...numbers.values.keys()];
  for (const name of names) for (const [smaller, larger] of PAIRS) order(numbers, name, smaller, larger);
  for (const name of names) {
    const used = numbers.get(numbers.counterpart(name, REST, USED));
    const whole = numbers.get(numbers.counterpart(name, REST, WHOLE));
    if (used !== undefined && whole !== undefined && numbers.get(name) !== undefined) numbers.set(name, whole - used);
  }
  return numbers.values;
}

function order(numbers: NamedNumbers, name: string, smaller: readonly string[], larger: readonly string[]): void {
  const other = numbers.counterpart(name, smaller, larger);
  const [small, large] = [numbers.get(name), numbers.get(other)];
  if (other === undefined || small === undefined || large === undefined || small <= large) return;
  const share = large > 0 ? (large * large) / (small + large) : large;
  numbers.set(name, share) || numbers.set(name, large) || numbers.set(other, small);
}
