import { isNumber } from '../../core/json/decimal.ts';
import { parseNumber } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { words } from '../../openapi/resources/names.ts';
import { dateTime } from './dates.ts';

/** What the end of something is called, and its start. */
export const PERIODS: readonly (readonly [end: RegExp, starts: readonly string[]])[] = [
  [/\bends\b/, ['starts', 'begins']],
  [/\bended\b/, ['started', 'began']],
  [/\bend\b/, ['start', 'begin']],
  [/\b(until|till|to)\b/, ['from', 'since']],
  [/\bcheck out\b/, ['check in']],
  [/\bcheckout\b/, ['checkin']],
  [/\b(arrival|return)\b/, ['departure']],
];

const HOUR_MS = 3_600_000;
/** No date-time has a later year (RFC 3339 section 1). */
const LAST_MS = Date.parse('9999-12-31T23:59:59Z');
const UNITS: readonly (readonly [names: RegExp, milliseconds: number])[] = [
  [/^(ms|millis|milliseconds)$/, 1],
  [/^(s|secs?|seconds?)$/, 1000],
  [/^(m|mins?|minutes?)$/, 60_000],
  [/^(h|hrs?|hours?)$/, HOUR_MS],
  [/^(days?|nights?)$/, 24 * HOUR_MS],
];
const DURATION = /^(?:total )?duration(?: in)?(?: (\w+))?$|^(?:number of |num )?(nights|minutes|hours)$/;

/** The milliseconds of which a property is the number: of `durationMinutes`, `nights`; a `duration` alone is one of minutes. */
export function unitOf(name: string): number | undefined {
  const found = DURATION.exec(words(name).join(' '));
  const [, unit = 'minutes', alone = unit] = found ?? [];
  return found ? UNITS.find(([names]) => names.test(alone))?.[1] : undefined;
}

/** The names of the end and the start of what an object is about; undefined if it has several, or none. */
export function periodIn(object: JsonObject): { readonly start: string; readonly end: string } | undefined {
  const names = new Map(Object.keys(object).map((name) => [words(name).join(' '), name]));
  const found = [...names].flatMap(([phrase, end]) =>
    startsOf(phrase).flatMap((each) => {
      const start = names.get(each);
      return start === undefined ? [] : [{ start, end }];
    }),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** What the start is called of an end. */
export function startsOf(end: string): string[] {
  return PERIODS.flatMap(([ending, names]) => (ending.test(end) ? names.map((each) => end.replace(ending, each)) : []));
}

/** Returns how long the period of an object lasts, as a number in the unit of a property. */
export function durationIn(object: JsonObject, name: string, known: JsonValue): JsonValue | undefined {
  const unit = unitOf(name);
  const period = unit !== undefined && isNumber(known) ? periodIn(object) : undefined;
  if (unit === undefined || !period) return undefined;
  const length = (momentOf(object[period.end]) - momentOf(object[period.start])) / unit;
  if (!Number.isFinite(length) || length < 0) return undefined;
  return parseNumber(String(Number.isInteger(length) || !String(known).includes('.') ? Math.round(length) : length));
}

/** Returns when the period of an object ends that lasts as many hours, minutes or seconds as it has. */
export function endIn(object: JsonObject, name: string): JsonValue | undefined {
  if (startsOf(words(name).join(' ')).length === 0) return undefined;
  const period = periodIn({ ...object, [name]: null });
  if (period?.end !== name) return undefined;
  const [length, ...others] = Object.entries(object).flatMap(([each, value]) => {
    const unit = unitOf(each);
    return unit === undefined || unit > HOUR_MS || !isNumber(value) ? [] : [unit * Number(String(value))];
  });
  const start = object[period.start];
  const end = momentOf(start) + (length ?? Number.NaN);
  const isTime = typeof start === 'string' && start.includes('T');
  return isTime && others.length === 0 && Math.abs(end) <= LAST_MS ? dateTime(end) : undefined;
}

function momentOf(value: JsonValue | undefined): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
