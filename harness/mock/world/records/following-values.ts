import { jsonEqual } from '../../../core/json/equal.ts';
import { getOwn } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { dateTime, fullDate } from '../../../generate/plausible/dates.ts';
import { isSum, sumIn } from '../../../generate/plausible/totals.ts';
import { words } from '../../../openapi/resources/names.ts';

/** What the end of something is called, and its start. */
const PAIRS: readonly (readonly [end: RegExp, starts: readonly string[]])[] = [
  [/\bends\b/, ['starts', 'begins']],
  [/\bended\b/, ['started', 'began']],
  [/\bend\b/, ['start', 'begin']],
  [/\b(until|till|to)\b/, ['from', 'since']],
  [/\bcheck out\b/, ['check in']],
  [/\bcheckout\b/, ['checkin']],
  [/\b(arrival|return)\b/, ['departure']],
];

/** True for the name of a sum or an end, whose value may follow from others. */
export function mayFollow(name: string): boolean {
  const phrase = words(name).join(' ');
  return isSum(phrase) || PAIRS.some(([end]) => end.test(phrase));
}

/** Returns a value that only the service sets as it follows from others: the sum of the lines, or an end as long after the start as in another record. */
export function followingValue(name: string, record: JsonObject, other: JsonObject): JsonValue | undefined {
  const known = getOwn(other, name);
  if (known === undefined) return undefined;
  const phrase = words(name).join(' ');
  const usual = sumIn(other, phrase, known);
  // A total that is no plain sum, e.g. with taxes, does not follow from the lines.
  const isPlainSum = usual === undefined || jsonEqual(usual, known);
  return (isPlainSum ? sumIn(record, phrase, known) : undefined) ?? endIn(record, phrase, known, other);
}

function endIn(record: JsonObject, phrase: string, known: JsonValue, other: JsonObject): JsonValue | undefined {
  const starts = PAIRS.flatMap(([end, names]) =>
    end.test(phrase) ? names.map((each) => phrase.replace(end, each)) : [],
  );
  const name = Object.keys(record).find((each) => starts.includes(words(each).join(' ')));
  if (name === undefined || typeof known !== 'string') return undefined;
  const moved = momentOf(record[name]) - momentOf(getOwn(other, name));
  const moment = momentOf(known) + moved;
  if (moved === 0 || !Number.isFinite(moment)) return undefined;
  return known.includes('T') ? dateTime(moment) : fullDate(moment);
}

function momentOf(value: JsonValue | undefined): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
