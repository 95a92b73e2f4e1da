import { eventOf } from './events.ts';
import type { PropertySource } from './property-source.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_DAYS = 365;
const MAX_INT32 = 2 ** 31 - 1;

/** A stay begins in the afternoon of one day and ends in the morning of another. */
const STAY = /\bcheck ?(in|out)\b/;
const ARRIVAL_HOUR = 15;
const DEPARTURE_HOUR = 11;
/** Last words of what is over on the day on which it begins. */
const LASTING_HOURS = new Set([
  ...['event', 'appointment', 'meeting', 'session', 'shift', 'class', 'lesson', 'lecture', 'course', 'exam', 'slot'],
  ...['visit', 'call', 'interview', 'webinar', 'talk', 'screening', 'show', 'showing', 'performance', 'concert'],
  ...[
    'consultation',
    'workshop',
    'training',
    'match',
    'game',
    'break',
    'treatment',
    'reservation',
    'booking',
    'flight',
  ],
  ...['hours', 'availability', 'entry', 'instance', 'occurrence'],
]);
const BOOKED = new Set(['reservation', 'booking']);
const LASTING_DAYS = new Set([
  ...['project', 'campaign', 'subscription', 'contract', 'lease', 'rental', 'membership', 'promotion', 'sale', 'trial'],
  ...['discount', 'coupon', 'voucher', 'period', 'term', 'semester', 'season', 'sprint', 'policy', 'plan', 'vacation'],
  ...['holiday', 'leave', 'absence', 'trip', 'tour', 'cruise', 'stay', 'employment', 'job', 'exhibition', 'festival'],
  ...['conference', 'fair', 'license', 'offer', 'challenge', 'tournament'],
]);

/** What a date is about, by the words of its name; the first that matches decides. */
const KINDS: readonly (readonly [name: RegExp, moment: (source: PropertySource, isDate: boolean) => number])[] = [
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
export function momentFor(source: PropertySource, isDate = false): number {
  const kind = KINDS.find(([name]) => name.test(source.phrase));
  if (kind) return kind[1](source, isDate);
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

/** Returns a moment from more than a year to some days ago; of a list, the first item has the earliest. */
function created(source: PropertySource): number {
  const position = source.property.index + source.shared('date created').number.float({ min: 0, max: 0.999 });
  return toSecond(source.today - (10 + 390 / (1 + position / 4)) * DAY_MS);
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

/** Returns a full hour from a few days ago to a few weeks ahead; that of an arrival, of a stay. */
function starting(source: PropertySource): number {
  const faker = source.shared('date start');
  const [days, hour] = [faker.number.int({ min: -3, max: 20 }), faker.number.int({ min: 7, max: 19 })];
  return source.today + days * DAY_MS + (STAY.test(source.phrase) ? ARRIVAL_HOUR : hour) * HOUR_MS;
}

/** Returns a moment after the start: some nights later of a stay, a few hours later of an appointment, and days later of all else. */
function ending(source: PropertySource, isDate: boolean): number {
  const [start, { number }] = [starting(source), source.faker];
  if (STAY.test(source.phrase))
    return start + number.int({ min: 1, max: 7 }) * DAY_MS - (ARRIVAL_HOUR - DEPARTURE_HOUR) * HOUR_MS;
  if (!lastsHours(source, isDate)) return start + number.int({ min: 1, max: 14 }) * DAY_MS;
  return start + number.int({ min: 1, max: 6 }) * (HOUR_MS / 2);
}

/** By what the object is, or else by the name: what has a time rather than a date. A table is booked for hours, a room for nights. */
function lastsHours(source: PropertySource, isDate: boolean): boolean {
  if (source.isOwnedBy(LASTING_DAYS) || (isDate && source.isOwnedBy(BOOKED))) return false;
  return source.isOwnedBy(LASTING_HOURS) || / (at|time|hour)$/.test(source.phrase);
}

function toSecond(moment: number): number {
  return Math.floor(moment / 1000) * 1000;
}

/** RFC 3339 section 5.6, in UTC. */
export function dateTime(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}

/** Returns a date for a property, as {@link momentFor} does. */
export function dateFor(source: PropertySource): string {
  return fullDate(momentFor(source, true));
}

export function fullDate(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
