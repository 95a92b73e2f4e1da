import { type Arbitrary, constantFrom, integer, ipV4, ipV6, oneof, tuple, uint8Array, uuid } from 'fast-check';
import { knownFormat } from '../format-value.ts';
import { StringArbitrary } from './arbitraries/string.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Valid dates from 1970 to 2099, leap days among them. */
const date = oneof(
  {
    weight: 8,
    arbitrary: tuple(integer({ min: 1970, max: 2099 }), integer({ min: 1, max: 12 }), integer({ min: 1, max: 28 })),
  },
  {
    weight: 2,
    arbitrary: constantFrom(
      [2000, 2, 29] as const,
      [2024, 2, 29] as const,
      [1999, 12, 31] as const,
      [2038, 1, 19] as const,
    ),
  },
).map(([year, month, day]) => `${year}-${two(month)}-${two(day)}`);

/** RFC 3339 section 5.6, full-time, with common fractions and offsets; no leap second. */
const time = tuple(
  tuple(integer({ min: 0, max: 23 }), integer({ min: 0, max: 59 }), integer({ min: 0, max: 59 })),
  constantFrom('', '.5', '.123', '.123456'),
  constantFrom('Z', '+00:00', '+02:00', '-05:30', '+14:00'),
).map(([clock, fraction, offset]) => clock.map(two).join(':') + fraction + offset);

const word = new StringArbitrary('token', 1, 12).map((text) => text.toLowerCase().replace(/[^a-z0-9]/g, 'x'));
const domain = tuple(word, constantFrom('example.com', 'example.org', 'sub.example.net')).map((labels) =>
  labels.join('.'),
);

/** Unremarkable values of the string formats, which no conforming service rejects. */
const FORMATS: Readonly<Record<string, Arbitrary<string>>> = {
  date,
  time,
  'date-time': tuple(date, time).map((both) => both.join('T')),
  duration: constantFrom('P1D', 'PT0S', 'P1Y2M3DT4H5M6S', 'PT36H', 'P4W'),
  uuid: uuid({ version: 4 }),
  email: tuple(word, constantFrom('', '+tag', '.b', '_1'), domain).map(
    ([name, more, host]) => `${name}${more}@${host}`,
  ),
  'idn-email': tuple(word, domain).map((both) => both.join('@')),
  hostname: domain,
  'idn-hostname': domain,
  ipv4: ipV4(),
  ipv6: ipV6().map((address) => (address.includes('.') ? '::1' : address)),
  uri: tuple(domain, word).map(([host, path]) => `https://${host}/${path}?q=1`),
  'uri-reference': word.map((path) => `/${path}`),
  iri: tuple(domain, word).map(([host, path]) => `https://${host}/${path}`),
  'iri-reference': word.map((path) => `/${path}`),
  decimal: tuple(integer({ min: 1, max: 999 }), integer({ min: 0, max: 99 })).map(
    ([whole, cents]) => `${whole}.${two(cents)}`,
  ),
  int: integer({ min: 1, max: 999 }).map(String),
  byte: uint8Array({ minLength: 1, maxLength: 24 }).map((bytes) => Buffer.from(bytes).toString('base64')),
};

/** Formats about display or transport, which do not constrain the value. */
const UNCONSTRAINING_FORMATS = ['', 'password', 'binary', 'textarea', 'multiline', 'html', 'markdown'];

/**
 * Returns an arbitrary of a string format, of words if the format is unknown.
 * @returns undefined if the format does not constrain the value
 */
export function formatArbitrary(format: string): Arbitrary<string> | undefined {
  if (UNCONSTRAINING_FORMATS.includes(format)) return undefined;
  const known = knownFormat(format);
  return Object.hasOwn(FORMATS, known) ? FORMATS[known] : word;
}
