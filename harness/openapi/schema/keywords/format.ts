const MINUTES_PER_DAY = 24 * 60;

/** The string formats that are validated; others are annotations (JSON Schema validation, section 7). */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  'date-time': isDateTime,
  time: (text) => isTime(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  email: (text) => /^(?:"(?:[^"\\]|\\.)*"|[^\s@".]+(?:\.[^\s@".]+)*)@[^\s@]+$/u.test(text),
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: (text) => /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i.test(text),
  hostname: (text) => text.length <= 253 && /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/i.test(text),
  byte: (text) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
};

/** Names of the string formats that are validated. */
export const STRING_FORMATS: readonly string[] = Object.keys(FORMATS);

/** True if a string is valid for a format, or if the format is not validated. */
export function matchesFormat(format: string, text: string): boolean {
  const isValid = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return isValid === undefined || isValid(text);
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = `(?=.{1,253}$)${LABEL}(?:\\.${LABEL})+`;

/** Valid values that validators in use agree on; they implement different parts of these formats. */
const UNDISPUTED: Readonly<Record<string, RegExp>> = {
  email: new RegExp(`^(?=.{1,64}@)[a-z0-9]+(?:[._+-][a-z0-9]+)*@${DOMAIN}$`, 'i'),
  uri: new RegExp(`^https?://${DOMAIN.replace('(?=.{1,253}$)', '')}(?:/[\\w.~-]*)*(?:\\?[\\w.~=&-]*)?$`, 'i'),
  hostname: new RegExp(`^${DOMAIN}$`, 'i'),
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/,
  time: /^\d{2}:\d{2}:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/,
};

/** True for a valid value that a correct service may reject all the same, e.g. an e-mail address `a&b@c`. */
export function isDisputed(format: string, text: string): boolean {
  const undisputed = Object.hasOwn(UNDISPUTED, format) ? UNDISPUTED[format] : undefined;
  return undisputed !== undefined && matchesFormat(format, text) && !undisputed.test(text);
}

/** RFC 3339 section 5.6, full-date, with the days of the month (section 5.7). */
function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** The Gregorian calendar repeats after 400 years; Date would take years below 100 for those of the 20th century. */
function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** RFC 3339 section 5.6, full-time; a leap second is only at the end of a day of UTC (section 5.7). */
function isTime(text: string): boolean {
  const match = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|([+-])(\d{2}):(\d{2}))$/i.exec(text);
  if (match === null) return false;
  const [, hours, minutes, seconds, sign, offsetHours = 0, offsetMinutes = 0] = match;
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)];
  const [offsetHour, offsetMinute] = [Number(offsetHours), Number(offsetMinutes)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  const offset = (offsetHour * 60 + offsetMinute) * (sign === '-' ? -1 : 1);
  return second < 60 || (hour * 60 + minute - offset + 2 * MINUTES_PER_DAY) % MINUTES_PER_DAY === MINUTES_PER_DAY - 1;
}

function isDateTime(text: string): boolean {
  return /^.{10}[tT ]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

/** RFC 4291 section 2.2. */
function isIpv6(text: string): boolean {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0 || !/^[0-9a-f:.]*$/i.test(text) || text === '') return false;
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const all = [...groups(head), ...groups(tail ?? '')];
  const last = text.slice(text.lastIndexOf(':') + 1);
  const embedded = last.includes('.') ? 1 : 0;
  if (embedded && !isIpv4(last)) return false;
  if (!all.slice(0, all.length - embedded).every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const size = all.length + embedded;
  return tail === undefined ? size === 8 : size < 8;
}
