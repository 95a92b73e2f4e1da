import { dateFor, dateTime, momentFor } from './dates.ts';
import type { PropertySource } from './property-source.ts';
import { email, phone, stringByName, url } from './string-rules.ts';

type Maker = (source: PropertySource) => string;

/** Makers by string format; those of text that is displayed are chosen by name instead. */
const FORMATS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['date-time', (source) => dateTime(momentFor(source))],
  ['datetime', (source) => dateTime(momentFor(source))],
  ['google-datetime', (source) => dateTime(momentFor(source))],
  ['timestamp', (source) => dateTime(momentFor(source))],
  ['google-duration', ({ faker }) => `${faker.number.int({ min: 5, max: 90 })}s`],
  ['date', dateFor],
  ['time', (source) => dateTime(momentFor(source)).slice(11)],
  ['duration', ({ faker }) => `PT${faker.number.int({ min: 5, max: 90 })}M`],
  ['uuid', ({ faker }) => faker.string.uuid()],
  ['guid', ({ faker }) => faker.string.uuid()],
  ['email', emailByName],
  ['idn-email', emailByName],
  ['uri', urlByName],
  ['url', urlByName],
  ['iri', urlByName],
  ['uri-reference', ({ faker }) => `/${faker.lorem.word()}`],
  ['iri-reference', ({ faker }) => `/${faker.lorem.word()}`],
  ['hostname', ({ faker }) => `${faker.internet.domainWord()}.example.com`],
  ['idn-hostname', ({ faker }) => `${faker.internet.domainWord()}.example.com`],
  // Addresses that are reserved for documentation (RFC 5737, RFC 3849).
  ['ipv4', ({ faker }) => `192.0.2.${faker.number.int({ min: 1, max: 254 })}`],
  ['ipv6', ({ faker }) => `2001:db8::${faker.number.int({ min: 1, max: 9999 })}`],
  ['byte', ({ faker }) => Buffer.from(faker.lorem.words(3)).toString('base64')],
  ['phone', phone],
  ['color', ({ faker }) => faker.color.rgb({ casing: 'lower' })],
  // Numbers as text, as in JSON of Protocol Buffers.
  ...['int32', 'int64', 'uint32', 'uint64'].map((format): [string, Maker] => [format, wholeNumber]),
  ['decimal', ({ faker }) => faker.commerce.price({ min: 5, max: 250 })],
]);

/** Makes a string of a format. @returns undefined if the format is unknown */
export function stringByFormat(format: string, source: PropertySource): string | undefined {
  return FORMATS.get(format)?.(source);
}

function wholeNumber({ faker }: PropertySource): string {
  return String(faker.number.int({ min: 1, max: 500 }));
}

function emailByName(source: PropertySource): string {
  return email(source, source.phrase.replace(/ ?e ?mails?( address)?$/, ''));
}

/** A picture if the name says so, otherwise a page. */
function urlByName(source: PropertySource): string {
  const named = stringByName(source);
  return named?.startsWith('data:') ? named : url(source);
}
