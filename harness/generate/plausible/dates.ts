import { eventOf } from './events.ts';
import type { PropertySource } from './property-source.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_DAYS = 365;
const MAX_INT32 = 2 ** 31 - 1;

/** What a date is about, by the words of its name; the first that matches decides. */
const KINDS: readonly (readonly [name: RegExp, moment: (source: PropertySource) => number])[] = [
  [/^(timestamp|now|server time|generated at)$/, ({ today }) => today],
  [/birth|\bdob\b|\bborn\b/, birth],
  [
    /\b(created?|creation|registered|registration|join|joined|signed up|inserted|added|ordered|placed|member since)\b/,
    created,
  ],
  [/\b(update[ds]?|modified|modification|changed|edited)\b/, updated],
  [/\b(deleted|removed|archived|closed|completed|finished|resolved|paid|shipped|delivered|leave|left)\b/, happened],
  [/\blast (seen|login|active|used)\b/, happened],
  [/\b(end|ends|ended|finish|until|to|checkout|check out|arrival|return)\b/, ending],
  [/\b(start|starts|begin|begins|from|since|checkin|check in|departure|scheduled|event)\b/, starting],
  [
    /\b(expir\w*|expires|due|deadline|valid|next|renew\w*|deliver|delivery|estimated|pickup|appointment|remind\w*)\b/,
    (source) => ahead(source, 5, 400),
  ],
  [/\b(publish\w*|publication|release[ds]?|issued|founded|hired?)\b/, (source) => ago(source, 'published', 30, 3000)],
];

/** Returns a moment around today, in milliseconds; what was created before it was updated, for one object. */
export function momentFor(source: PropertySource): number {
  const kind = KINDS.find(([name]) => name.test(source.phrase));
  if (kind) return kind[1](source);
  return eventOf(source.property.name) === undefined ? ago(source, source.property.name, 1, 60) : happened(source);
}

/** A moment as a number: milliseconds since 1970 for `int64`, otherwise seconds, which fit in 32 bits. */
export function unixTime(momentMs: number, format: string | undefined): number {
  return format === 'int64' && momentMs > MAX_INT32 ? momentMs : Math.floor(momentMs / 1000);
}

/** Returns the age in years of whoever the object is about. */
export function ageInYears(source: PropertySource): number {
  const [born, today] = [new Date(birth(source)), new Date(source.today)];
  const hadBirthday = today.toISOString().slice(5, 10) >= born.toISOString().slice(5, 10);
  return today.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1);
}

function birth(source: PropertySource): number {
  return ago(source, 'birth', 18 * YEAR_DAYS, 75 * YEAR_DAYS);
}

/** Returns a moment between two numbers of days ago, to the second. */
function ago(source: PropertySource, topic: string, minDays: number, maxDays: number): number {
  const faker = source.shared(`date ${topic}`);
  return toSecond(source.today - faker.number.float({ min: minDays, max: maxDays }) * DAY_MS);
}

function ahead(source: PropertySource, minDays: number, maxDays: number): number {
  return toSecond(source.today + source.faker.number.float({ min: minDays, max: maxDays }) * DAY_MS);
}

function created(source: PropertySource): number {
  return ago(source, 'created', 10, 400);
}

/** Returns a moment after the creation and all else that has happened, before today. */
function updated(source: PropertySource): number {
  return sinceCreation(source, 0.8, 0.95);
}

/** Returns a moment between the creation and the last change. */
function happened(source: PropertySource): number {
  return sinceCreation(source, 0.1, 0.75);
}

function sinceCreation(source: PropertySource, min: number, max: number): number {
  const start = created(source);
  return toSecond(start + (source.today - start) * source.faker.number.float({ min, max }));
}

/** Returns a full hour from a few days ago to a few weeks ahead. */
function starting(source: PropertySource): number {
  const faker = source.shared('date start');
  return (
    source.today + faker.number.int({ min: -3, max: 20 }) * DAY_MS + faker.number.int({ min: 7, max: 19 }) * HOUR_MS
  );
}

function ending(source: PropertySource): number {
  return starting(source) + source.faker.number.int({ min: 1, max: 14 }) * DAY_MS;
}

function toSecond(moment: number): number {
  return Math.floor(moment / 1000) * 1000;
}

/** RFC 3339 section 5.6, in UTC. */
export function dateTime(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}

export function fullDate(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
