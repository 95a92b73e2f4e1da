import { isNumber } from '../../../core/json/decimal.ts';
import { parseNumber } from '../../../core/json/index.ts';
import type { JsonValue } from '../../../core/model.ts';
import { unixTime } from '../../../generate/plausible/dates.ts';
import { formLike, tagOf } from '../conditions/entity-tag.ts';
import type { Stamp } from './record-shape.ts';

/** As seconds, this is the year 5138; as milliseconds, 1973. */
const MIN_MILLISECONDS = 1e11;

/** A record that is about to be kept. */
export interface StampContext {
  readonly record: JsonValue;
  /** The value that the property had before a change. */
  readonly before: JsonValue | undefined;
  /** The value that the property has in an example. */
  readonly example: JsonValue | undefined;
  readonly now: Date;
}

/** Returns the values that a service may give a property now, best first. */
export function stampValues(stamp: Stamp, { record, before, example, now }: StampContext): JsonValue[] {
  const { when } = stamp;
  if (when === 'counted') return nextCount(before);
  if (when === 'tagged') return formLike(tagOf(record), String(example));
  return instants(now, stamp, example);
}

function nextCount(before: JsonValue | undefined): JsonValue[] {
  const count = before === undefined ? 0 : Number(String(before));
  return Number.isSafeInteger(count) ? [parseNumber(String(count + 1)), 1] : [1];
}

/** A time in the forms that a property may take; a number in the unit of the example, if there is one. */
function instants(now: Date, { isNumber: isNumeric, format }: Stamp, example: JsonValue | undefined): JsonValue[] {
  if (isNumeric) {
    const [milliseconds, seconds] = [now.getTime(), Math.floor(now.getTime() / 1000)];
    const isLong = Number(String(isNumber(example) ? example : unixTime(milliseconds, format))) >= MIN_MILLISECONDS;
    return isLong ? [milliseconds, seconds] : [seconds, milliseconds];
  }
  const text = now.toISOString();
  const known = format === 'date' || format === 'date-time' ? format : formOf(String(example));
  if (known === undefined) return [];
  return known === 'date' ? [text.slice(0, 10)] : [text, `${text.slice(0, 19)}Z`];
}

/** What a text is as RFC 3339 has it. */
function formOf(text: string): 'date' | 'date-time' | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'date';
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text) ? 'date-time' : undefined;
}
