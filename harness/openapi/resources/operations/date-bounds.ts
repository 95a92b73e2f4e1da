import { getAt } from '../../../core/json/pointer.ts';
import type { JsonValue, Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { effectiveSchema, firstKeyword } from '../../schema/effective-schema.ts';
import type { ResourceOperation, SchemaProperty } from '../model.ts';
import { topName, words } from '../names.ts';
import { selectorText } from '../prose/filters.ts';
import type { FilterKind } from './filter-names.ts';
import { type Selector, selectorsOf } from './selectors.ts';

/** What bounds the time of the records in a list: `from` and `to`, `startDate` and `endDate`, `createdAfter` for their `createdAt`. */
export interface DateBound {
  readonly kind: Extract<FilterKind, 'least' | 'most'>;
  /** JSON Pointers of the property that is compared; the second for records that have not the first, as where the end is open. */
  readonly pointers: readonly string[];
  /** True if records last from one time to another: those of which a part is between the bounds may be meant, or only whole ones. */
  readonly lasts: boolean;
  /** True if the document says in words which time it bounds: `those that start at this time or later`. */
  readonly isTold: boolean;
}

const NOISE = new Set(['date', 'time', 'datetime', 'day', 'timestamp', 'at', 'on', 'range']);
const LOWER = /^(from|since|after|start|starts|starting|begin|min|earliest)$/;
const UPPER = /^(to|until|till|before|end|ends|ending|max|latest)$/;
const START = /^(start|starts|begin|begins|from|check ?in|arrival|valid from|first( night)?)$/;
const END = /^(end|ends|finish|finishes|to|until|check ?out|departure|last( night)?)$/;
/** The time that a record is about, whatever other times it has. */
const MAIN = /^(|when|occurred|happened|start|starts|begin|begins|scheduled|scheduled for|due)$/;
const CREATED = /^(created|creation|added|inserted|issued|placed|ordered|posted|submitted|logged|recorded)$/;
const SENT = /^(sent|received|published|uploaded|made)$/;
/** Of the service, of somebody's life, or of what follows. */
const OTHER =
  /^(updated|modified|changed|last .*|birth|of birth|born|expires|expiry|expiration|\w+(ed|paid|sent|read|seen))$/;

/** Finds the bounds that the parameters of a list have, by the names of the parameters; none if records have several times that may be meant. */
export function dateBounds(
  document: OpenApiDocument,
  operation: Operation,
  properties: readonly SchemaProperty[],
): ReadonlyMap<string, DateBound> {
  const times = properties.flatMap((property) => timeOf(property));
  const [start, end] = [START, END].map((names) => times.find(({ name }) => names.test(name))?.pointer);
  const lasts = start !== undefined && end !== undefined;
  const main = lasts ? undefined : mainTime(times);
  const sides = selectorsOf(document, operation).flatMap((selector) =>
    sideOf(document, selector).map((side) => ({
      ...side,
      told: toldTime(selectorText(document, operation, selector), times),
    })),
  );
  const unnamed = sides.filter(({ of }) => of === '');
  // `startDate` alone may be looked for as it is.
  const isRange = unnamed.length === 2 && unnamed[0]?.kind !== unnamed[1]?.kind;
  const isOwn = (name: string) => times.some(({ pointer }) => topName(pointer) === name);
  return new Map(
    sides.flatMap(({ kind, name, of, told }): [string, DateBound][] => {
      const bound = { kind, lasts: false, isTold: false };
      const named = of === '' ? undefined : times.find((time) => time.name === of)?.pointer;
      const isMeant = named !== undefined || (of === '' && (!isOwn(name) || isRange));
      if (isMeant && told !== undefined) return [[name, { ...bound, pointers: [told], isTold: true }]];
      if (named !== undefined) return [[name, { ...bound, pointers: [named] }]];
      if (!isMeant) return [];
      if (lasts) return [[name, { ...bound, pointers: kind === 'least' ? [end, start] : [start], lasts }]];
      return main === undefined ? [] : [[name, { ...bound, pointers: [main] }]];
    }),
  );
}

/** The only time with a word of the text: `/updated_at` for `those that were last updated after this time`. */
function toldTime(text: string, times: readonly Time[]): string | undefined {
  const told = words(text.replace(/\W+/g, '_')).map(stem);
  const [time, ...others] = times.filter(({ pointer }) =>
    words(topName(pointer) ?? '').some((word) => word.length > 2 && !NOISE.has(word) && told.includes(stem(word))),
  );
  return others.length === 0 ? time?.pointer : undefined;
}

/** `start` of `starts`. */
function stem(word: string): string {
  return word.length < 4 ? `${word} alone` : word.replace(/(s|ed|ing)$/, '');
}

/** True for `startDate` beside `endDate`, which may select what begins before or ends after it. */
export function selectsLasting(
  document: OpenApiDocument,
  { operation, response }: ResourceOperation,
  name: string,
): boolean {
  return dateBounds(document, operation, response?.properties ?? []).get(name)?.lasts ?? false;
}

interface Side {
  readonly kind: DateBound['kind'];
  /** The name of the parameter. */
  readonly name: string;
  /** What else it names: `created` of `createdAfter`. */
  readonly of: string;
}

interface Time {
  readonly pointer: string;
  /** Its words without those that say that it is a time. */
  readonly name: string;
}

function timeOf({ pointer, format, types }: SchemaProperty): Time[] {
  const name = topName(pointer);
  if (name === undefined || !types.includes('string') || (format !== 'date' && format !== 'date-time')) return [];
  return [{ pointer, name: meaningOf(name) }];
}

/** When records were added to others, and when what they are about begins: JSON Pointers of their times. */
export function recordTimes(properties: readonly SchemaProperty[]): {
  readonly added: string | undefined;
  readonly start: string | undefined;
} {
  const times = properties.flatMap((property) => timeOf(property));
  const find = (names: RegExp) => times.find(({ name }) => names.test(name))?.pointer;
  return { added: find(CREATED) ?? find(SENT) ?? find(MAIN), start: find(MAIN) };
}

/** From when to when a record lasts; the end may be said otherwise, by a duration. */
export interface Interval {
  readonly start: string;
  readonly end: string | undefined;
  /** How long it lasts, where no property has its end. */
  readonly length: Length | undefined;
}

/** A number of units, such as `durationMinutes`. */
interface Length {
  readonly pointer: string;
  readonly unitMs: number;
}

const LENGTH = /^(?:(?:duration|length)(?: in)? )?(minute|hour|day|night)s?$/;
const MINUTE_MS = 60_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
  night: 24 * 60 * MINUTE_MS,
};

/** Finds the times between which a record lasts: JSON Pointers. */
export function intervalOf(properties: readonly SchemaProperty[]): Interval | undefined {
  const times = properties.flatMap((property) => timeOf(property));
  const find = (names: RegExp) => times.find(({ name }) => names.test(name))?.pointer;
  const [start, end] = [find(START), find(END)];
  const length = end === undefined ? lengthIn(properties) : undefined;
  return start === undefined ? undefined : { start, end, length };
}

function lengthIn(properties: readonly SchemaProperty[]): Length | undefined {
  const [length, ...others] = properties.flatMap(({ pointer, types }) => {
    const unit = LENGTH.exec(words(topName(pointer) ?? '').join(' '))?.[1];
    const unitMs = unit === undefined || !types.includes('integer') ? undefined : UNIT_MS[unit];
    return unitMs === undefined ? [] : [{ pointer, unitMs }];
  });
  return others.length === 0 ? length : undefined;
}

/** From when to when a record with the given values lasts, in milliseconds; NaN where it does not say. */
export function boundsIn(
  { start, end, length }: Interval,
  value: JsonValue,
): { readonly from: number; readonly to: number } {
  const at = (pointer: string) => String(getAt(value, pointer));
  const from = Date.parse(at(start));
  if (end !== undefined) return { from, to: Date.parse(at(end)) };
  return { from, to: length === undefined ? from : from + Number(at(length.pointer)) * length.unitMs };
}

/** Whether two records last at one time: what ends when another begins does not overlap it. */
export function overlaps(interval: Interval, one: JsonValue, other: JsonValue): boolean {
  const [a, b] = [boundsIn(interval, one), boundsIn(interval, other)];
  // Of two without a duration, only those that begin at once are known to overlap.
  return a.from === b.from || (a.from < b.to && b.from < a.to);
}

function mainTime(times: readonly Time[]): string | undefined {
  const own = times.filter(({ name }) => !CREATED.test(name) && !OTHER.test(name));
  const main = times.find(({ name }) => MAIN.test(name)) ?? (own.length === 1 ? own[0] : undefined);
  return (main ?? (own.length === 0 ? times.find(({ name }) => CREATED.test(name)) : undefined))?.pointer;
}

function meaningOf(name: string): string {
  return words(name)
    .filter((word) => !NOISE.has(word))
    .join(' ');
}

function sideOf(document: OpenApiDocument, { name, schema }: Selector): Side[] {
  const meaning = meaningOf(name).split(' ');
  const ends = [[meaning.at(-1), meaning.slice(0, -1)] as const, [meaning.at(0), meaning.slice(1)] as const];
  const found = ends.find(([word = '']) => LOWER.test(word) || UPPER.test(word));
  if (!found || schema === undefined || !isTime(document, name, schema)) return [];
  return [{ kind: LOWER.test(found[0] ?? '') ? 'least' : 'most', name, of: found[1].join(' ') }];
}

/** A text without a format is a time if its name says so; a cursor may be called `after`. */
function isTime(document: OpenApiDocument, name: string, schema: string): boolean {
  const effective = effectiveSchema(document, schema, 'request');
  const format = firstKeyword(effective, 'format');
  const isNamed = words(name).length > 1 || /^(since|until)$/i.test(name);
  return (
    effective.types.includes('string') &&
    (format === 'date' || format === 'date-time' || (format === undefined && isNamed))
  );
}
