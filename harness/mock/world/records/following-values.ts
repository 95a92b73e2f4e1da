import { jsonEqual } from '../../../core/json/equal.ts';
import { copyObject, getOwn, setProperty } from '../../../core/json/index.ts';
import { onlyToken } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { dateTime, fullDate } from '../../../generate/plausible/dates.ts';
import { durationIn, endIn, periodIn, startsOf, unitOf } from '../../../generate/plausible/durations.ts';
import { slugIn } from '../../../generate/plausible/name-rules.ts';
import { isSum, totalIn } from '../../../generate/plausible/totals.ts';
import { words } from '../../../openapi/resources/names.ts';

/** True for a sum, an end, a duration, a slug, or a text that is put together from others, whose value may follow from those of a record. */
export function mayFollow(name: string, example: JsonObject): boolean {
  const phrase = words(name).join(' ');
  return (
    isSum(phrase) ||
    startsOf(phrase).length > 0 ||
    (unitOf(name) !== undefined && periodIn(example) !== undefined) ||
    slugIn(name, example) !== undefined ||
    partsOf(name, example).length > 0
  );
}

/**
 * Returns a value that only the service sets as it follows from others: the sum of the lines, an end or a duration, a slug, or a full
 * name; without a duration, an end is as long after the start as in another record.
 */
export function followingValue(name: string, record: JsonObject, other: JsonObject): JsonValue | undefined {
  const known = getOwn(other, name);
  if (known === undefined) return undefined;
  const phrase = words(name).join(' ');
  return (
    sumOf(name, record, other) ??
    durationIn(record, name, known) ??
    endIn(record, name) ??
    movedEnd(record, phrase, known, other) ??
    slugIn(name, record) ??
    composedIn(name, record, other)
  );
}

/** Returns a record with the sums, at some of its pointers, that follow from its other values. */
export function withSums(
  record: JsonObject,
  pointers: Iterable<string>,
  other: JsonObject,
  isValidAt: (pointer: string, value: JsonValue) => boolean,
): JsonObject {
  let summed = record;
  for (const pointer of pointers) {
    const name = onlyToken(pointer) ?? '';
    const sum = sumOf(name, summed, other);
    if (sum === undefined || !isValidAt(pointer, sum)) continue;
    summed = copyObject(summed);
    setProperty(summed, name, sum);
  }
  return summed;
}

/** Returns a sum, or price times quantity, as it is in another record; one with taxes does not follow from the lines. */
function sumOf(name: string, record: JsonObject, other: JsonObject): JsonValue | undefined {
  const known = getOwn(other, name);
  if (known === undefined || !isSum(words(name).join(' '))) return undefined;
  const usual = totalIn(other, name, known);
  return usual === undefined || jsonEqual(usual, known) ? totalIn(record, name, known) : undefined;
}

/** The names of the texts that another one is put together from, in their order: those of the first and the last name. */
function partsOf(name: string, example: JsonObject): string[] {
  const whole = getOwn(example, name);
  if (typeof whole !== 'string') return [];
  const found = Object.entries(example).flatMap(([each, text]) => {
    const index = each === name || typeof text !== 'string' || text.length < 2 ? -1 : whole.indexOf(text);
    return index < 0 ? [] : [{ each, text: String(text), index }];
  });
  const ordered = found.sort((one, other) => one.index - other.index);
  const rest = ordered.reduce((left, { text }) => left.replace(text, ''), whole);
  return ordered.length > 1 && !/[\p{L}\p{N}]/u.test(rest) ? ordered.map(({ each }) => each) : [];
}

function composedIn(name: string, record: JsonObject, other: JsonObject): JsonValue | undefined {
  const parts = partsOf(name, other);
  const texts = parts.map((part) => getOwn(record, part));
  if (parts.length === 0 || !texts.every((text) => typeof text === 'string')) return undefined;
  const whole = String(other[name]);
  let [composed, end] = ['', 0];
  for (const [index, part] of parts.entries()) {
    const known = String(other[part]);
    const start = whole.indexOf(known, end);
    composed += whole.slice(end, start) + String(texts[index]);
    end = start + known.length;
  }
  return composed + whole.slice(end);
}

function movedEnd(record: JsonObject, phrase: string, known: JsonValue, other: JsonObject): JsonValue | undefined {
  const starts = startsOf(phrase);
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
