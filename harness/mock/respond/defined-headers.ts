import { evenHash } from '../../core/util/random.ts';

const HOUR_MS = 3_600_000;

/** Values of headers whose form HTTP defines: an application that reads them cannot do with other text (RFC 9110, RFC 9111 section 5). */
const DEFINED = new Map<string, (path: string, now: Date) => string>([
  ['etag', (path) => `"${evenHash(path).toString(16)}"`],
  ['location', (path) => `${filledIn(path)}/1`],
  ['content-location', filledIn],
  ['link', (path) => `<${filledIn(path)}>; rel="self"`],
  ['vary', () => 'accept'],
  ['last-modified', (_, now) => startOfDay(now).toUTCString()],
  ['expires', (_, now) => new Date(startOfDay(now).getTime() + 48 * HOUR_MS).toUTCString()],
  ['content-language', () => 'en'],
  ['content-disposition', () => 'inline'],
  ['cache-control', () => 'no-cache'],
  ['accept-ranges', () => 'none'],
]);

/** Makes up a header that HTTP defines. @param path of the operation, which decides an entity tag @returns undefined for others */
export function definedHeader(name: string, path: string, now: Date): string | undefined {
  return DEFINED.get(name.toLowerCase())?.(path, now);
}

/** A path whose parameters have values. */
function filledIn(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '1').replace(/\/$/, '');
}

/** Equal requests of a day get equal responses. */
function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS);
}
