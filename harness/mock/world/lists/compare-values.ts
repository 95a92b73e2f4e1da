import { compare, isNumber, toDecimal } from '../../../core/json/decimal.ts';
import type { JsonValue } from '../../../core/model.ts';

const DAY_LENGTH = '2026-01-31'.length;

/** A number or a time; a text after `reply_to` is no bound. */
export function isOrdered(value: JsonValue): boolean {
  return isNumber(value) || (typeof value === 'string' && /^\d/.test(value) && !Number.isNaN(Date.parse(value)));
}

/** Of times, the instant counts; a bound that is a day holds the whole of it. */
export function compareBound(value: JsonValue, bound: JsonValue): number {
  if (typeof value !== 'string' || typeof bound !== 'string') return compareFirst([value], [bound]);
  const isDay = bound.length === DAY_LENGTH;
  const [time, limit] = [Date.parse(isDay ? value.slice(0, DAY_LENGTH) : value), Date.parse(bound)];
  return Number.isNaN(time) ? compareFirst([value], [bound]) : time - limit;
}

export function isGiven(value: JsonValue | undefined): value is NonNullable<JsonValue> {
  return value !== undefined && value !== null;
}

/** Records without the property come last. */
export function compareFirst([a]: readonly JsonValue[], [b]: readonly JsonValue[]): number {
  if (!isGiven(a) || !isGiven(b)) return Number(!isGiven(a)) - Number(!isGiven(b));
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (isNumber(a) && isNumber(b)) return compare(toDecimal(a), toDecimal(b));
  const [one, other] = [String(a), String(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
