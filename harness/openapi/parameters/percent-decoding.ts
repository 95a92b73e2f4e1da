/** Percent-decoding of what a request carries (RFC 3986 section 2.1). */

/** Text with bytes that no percent-encoding of UTF-8 spells (RFC 3986 section 2.1). */
export class PercentEncodingError extends Error {}

/** The pairs of a query, in order; without the `?`. A name that cannot be decoded stays as it was sent. */
export function splitQuery(query: string): [name: string, value: string][] {
  if (query === '') return [];
  const pairs: [string, string][] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    pairs.push([lenientName(name), equals === -1 ? '' : pair.slice(equals + 1)]);
  }
  return pairs;
}

function lenientName(name: string): string {
  try {
    return decodeQueryComponent(name);
  } catch (error) {
    if (error instanceof PercentEncodingError) return name;
    throw error;
  }
}

/** @throws {EncodingError} */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new PercentEncodingError(text);
  }
}

/** In a query `+` is a space, as HTML forms and URLSearchParams write it. */
export function decodeQueryComponent(text: string): string {
  return percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text);
}
