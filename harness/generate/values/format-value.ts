import type { UniqueValues } from '../requests/unique-values.ts';
import { usualDay } from './planned-dates.ts';

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
  };
  return Object.hasOwn(makers, format) ? makers[format]?.() : undefined;
}
