/** Text that is not the percent-encoding of UTF-8 (RFC 3986 section 2.1). */
export class PercentEncodingError extends Error {}

/** Splits a query without `?` into its pairs; a name that cannot be decoded stays as it is. */
export function splitQuery(query: string): [name: string, value: string][] {
  if (query === '') return [];
  const pairs: [string, string][] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    pairs.push([decodeQueryLeniently(name), equals === -1 ? '' : pair.slice(equals + 1)]);
  }
  return pairs;
}

/** Decodes a name or value of a query; one that cannot be decoded stays as it is. */
export function decodeQueryLeniently(text: string): string {
  return leniently(decodeQueryComponent, text);
}

/** Decodes a segment of a path; one that cannot be decoded stays as it is. */
export function decodePathLeniently(text: string): string {
  return leniently(percentDecode, text);
}

function leniently(decode: (text: string) => string, text: string): string {
  try {
    return decode(text);
  } catch (error) {
    if (error instanceof PercentEncodingError) return text;
    throw error;
  }
}

/** @throws {PercentEncodingError} */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new PercentEncodingError(text);
  }
}

/** Decodes a part of a query, in which `+` is a space as in HTML forms (WHATWG URL, urlencoded parsing). */
export function decodeQueryComponent(text: string): string {
  return percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text);
}
