import type { UniqueValues } from '../requests/unique-values.ts';
import { usualDay } from './planned-dates.ts';

/** Formats of no specification that name what another one does. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['url', 'uri'],
  ['guid', 'uuid'],
  ['datetime', 'date-time'],
  ['google-datetime', 'date-time'],
  ['timestamp', 'date-time'],
  ['base64', 'byte'],
  ...['int32', 'int64', 'uint32', 'uint64', 'integer'].map((format) => [format, 'int'] as const),
]);

/** The format that has the name of a format, or what it is short for: texts of `url` are those of `uri`. */
export function knownFormat(format: string): string {
  return ALIASES.get(format) ?? format;
}

/** Returns a valid value of a string format for a property of this name; undefined for an unknown format. */
export function canonicalFormatValue(format: string, unique: UniqueValues, name = ''): string | undefined {
  const word = () => unique.word();
  const day = () => usualDay(name);
  const makers: Record<string, () => string> = {
    uuid: () => unique.uuid(),
    date: day,
    'date-time': () => `${day()}T12:30:45Z`,
    time: () => '12:30:45Z',
    email: () => `${word()}@example.com`,
    uri: () => `https://example.com/${word()}`,
    hostname: () => `${word()}.example.com`,
    ipv4: () => '192.0.2.1',
    ipv6: () => '2001:db8::1',
    byte: () => Buffer.from(word()).toString('base64'),
    phone: () => `+1415${2_000_000 + (unique.integer() % 8_000_000)}`,
    // Numbers as text.
    decimal: () => '10.25',
    int: () => '10',
  };
  const known = knownFormat(format);
  return Object.hasOwn(makers, known) ? makers[known]?.() : undefined;
}
