import { evenHash } from '../../core/util/random.ts';

const HOUR_MS = 3_600_000;

/** Values of headers whose form HTTP defines: an application that reads them cannot do with other text (RFC 9110 section 8, RFC 9111 section 5). */
const DEFINED = new Map<string, (key: string, now: Date) => string>([
  ['etag', (key) => `"${evenHash(key).toString(16)}"`],
  ['last-modified', (_, now) => startOfDay(now).toUTCString()],
  ['expires', (_, now) => new Date(startOfDay(now).getTime() + 48 * HOUR_MS).toUTCString()],
  ['content-language', () => 'en'],
  ['content-disposition', () => 'inline'],
  ['cache-control', () => 'no-cache'],
  ['accept-ranges', () => 'none'],
]);

/** Makes up a header that HTTP defines. @param key decides an entity tag @returns undefined for others */
export function definedHeader(name: string, key: string, now: Date): string | undefined {
  return DEFINED.get(name.toLowerCase())?.(key, now);
}

/** Equal requests of a day get equal responses. */
function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS);
}
