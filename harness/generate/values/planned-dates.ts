import { words } from '../../openapi/resources/names.ts';

const START =
  /\b(first (day|date|night)|start|starts|begin|begins|from|since|after|opens|check ?in|pickup|pick up|scheduled|appointment)\b/;
const END =
  /\b(last (day|date|night)|end|ends|finish|until|till|to|before|due|deadline|closes|check ?out|dropoff|drop off|return|through|valid|expir\w*)\b/;
/** What has happened already. */
const PAST = /\b(birth|born|dob|created|updated|modified|started|ended)\b/;

/**
 * Returns a day in two weeks of next year if the name is that of what is planned: services want stays, events and deadlines
 * to lie ahead, and to end after they start. Each start is before each end.
 * @param variant selects one of eight days
 * @returns an RFC 3339 full-date; undefined for other names
 */
export function plannedDay(name: string, variant: number): string | undefined {
  const phrase = words(name).join(' ');
  if (PAST.test(phrase)) return undefined;
  const year = new Date().getUTCFullYear() + 1;
  const day = variant % 8;
  if (START.test(phrase)) return `${year}-02-${21 + day}`;
  return END.test(phrase) ? `${year}-03-0${1 + day}` : undefined;
}

const PAST_DAY = '2024-02-29';

/** The day that a request has where nothing is known of it but the name of the property. */
export function usualDay(name: string): string {
  return plannedDay(name, 0) ?? PAST_DAY;
}

/** The usual day, but for the start of what goes on already: an end that is left out may come soon. */
export function begunDay(name: string): string {
  return START.test(words(name).join(' ')) ? PAST_DAY : usualDay(name);
}
