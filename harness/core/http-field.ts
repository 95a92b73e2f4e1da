import type { Parameter } from './operation.ts';

/** Source of a regular expression for a token (RFC 9110 5.6.2). */
export const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const NAME = new RegExp(`^${TOKEN}$`);

/** Whether HTTP can send a header of this name (RFC 9110 5.1). */
export function isFieldName(name: string): boolean {
  return NAME.test(name);
}

/** Whether a request can carry a parameter of this name: in a header and in a cookie it is a token (RFC 6265 4.1.1). */
export function canCarryName({ in: location, name }: Pick<Parameter, 'in' | 'name'>): boolean {
  return (location !== 'header' && location !== 'cookie') || isFieldName(name);
}

/** Whether HTTP can send this value in a header: tab, and what one byte can carry except controls (RFC 9110 5.5). */
export function isFieldValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** What HTTP cannot send of some headers; undefined if it can send all. */
export function unsendableHeader(headers: Iterable<readonly [name: string, value: string]>): string | undefined {
  for (const [name, value] of headers) {
    if (!isFieldName(name)) return `the header ${JSON.stringify(name)}, whose name is not a token`;
    if (!isFieldValue(value)) return `the value of the header ${name}, which has a character such as a line feed`;
  }
  return undefined;
}
