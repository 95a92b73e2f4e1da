import { TOKEN } from '../core/http-field.ts';
import type { StreamFormat } from '../core/model.ts';

/** A parsed media type: lower-case type and parameters (RFC 9110 section 8.3.1). */
export interface ParsedMediaType {
  /** Lower case, e.g. `application/json`. */
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const ESSENCE = new RegExp(`^\\s*(${TOKEN})/(${TOKEN})\\s*(?:;|$)`);
const PARAMETER = new RegExp(`;\\s*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)"))?\\s*(?=;|$)`, 'y');

/** A run has few media types, but one in every exchange. */
const cache = new Map<string, ParsedMediaType | undefined>();
const MAX_CACHED_TYPES = 200;
const MAX_CACHED_LENGTH = 200;

/**
 * Parses a Content-Type value.
 * @returns undefined if it is not a media type
 */
export function parseMediaType(text: string): ParsedMediaType | undefined {
  if (cache.has(text)) return cache.get(text);
  const parsed = parse(text);
  if (text.length <= MAX_CACHED_LENGTH && cache.size < MAX_CACHED_TYPES) cache.set(text, parsed);
  return parsed;
}

function parse(text: string): ParsedMediaType | undefined {
  const match = ESSENCE.exec(text);
  if (match === null) return undefined;
  const parameters = new Map<string, string>();
  let at = text.indexOf(';');
  while (at !== -1 && at < text.length) {
    PARAMETER.lastIndex = at;
    const found = PARAMETER.exec(text);
    if (found === null) return undefined;
    const [whole, name, token, quoted] = found;
    if (name) parameters.set(name.toLowerCase(), token ?? quoted?.replace(/\\(.)/g, '$1') ?? '');
    at += whole.length;
  }
  return { essence: `${match[1]}/${match[2]}`.toLowerCase(), parameters };
}

/** True for `application/json` and the `+json` types (RFC 6839 section 3.1). */
export function isJsonType(type: string): boolean {
  const essence = parseMediaType(type)?.essence ?? '';
  return essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json');
}

/** True for `application/xml`, `text/xml` and the `+xml` types (RFC 7303). */
export function isXmlType(type: string): boolean {
  return /^(?:application|text)\/(?:.*\+)?xml$/.test(parseMediaType(type)?.essence ?? '');
}

/** True for `multipart/form-data` and the other types with parts that a boundary separates (RFC 2046 section 5.1). */
export function isMultipart(type: string): boolean {
  return parseMediaType(type)?.essence.startsWith('multipart/') ?? false;
}

/** True for the default media type of HTML forms. */
export function isUrlencoded(type: string): boolean {
  return parseMediaType(type)?.essence === 'application/x-www-form-urlencoded';
}

/** True for the media types of an object that is sent as fields. */
export function isForm(type: string): boolean {
  return isMultipart(type) || isUrlencoded(type);
}

const STREAM_FORMATS: ReadonlyMap<string, StreamFormat> = new Map([
  ['text/event-stream', 'event-stream'],
  ['application/jsonl', 'json-lines'],
  ['application/jsonlines', 'json-lines'],
  ['application/json-lines', 'json-lines'],
  ['application/x-jsonlines', 'json-lines'],
  ['application/x-jsonl', 'json-lines'],
  ['application/ndjson', 'json-lines'],
  ['application/x-ndjson', 'json-lines'],
  ['application/json-seq', 'json-seq'],
]);

/** Returns how a media type separates the items of a stream (OpenAPI 3.2.0, Sequential Media Types). @returns undefined if it is none */
export function streamFormatOf(type: string): StreamFormat | undefined {
  const essence = parseMediaType(type)?.essence ?? '';
  if (essence.endsWith('+json-seq')) return 'json-seq';
  return (
    STREAM_FORMATS.get(essence) ?? (/^multipart\/(?!form-data|byteranges)/.test(essence) ? 'multipart' : undefined)
  );
}

/**
 * Finds the declared media type for a received one: the exact type, then `type/*`, then any (OpenAPI 3.0.3, Response Object `content`).
 * Parameters count only if the document declares them.
 */
export function matchMediaType<T extends { readonly type: string }>(
  declared: readonly T[],
  received: string,
): T | undefined {
  const parsed = parseMediaType(received);
  if (parsed === undefined) return undefined;
  let [best, highest]: [T | undefined, number] = [undefined, 0];
  for (const candidate of declared) {
    const rank = specificity(candidate.type, parsed);
    if (rank > highest) [best, highest] = [candidate, rank];
  }
  return best;
}

/** True for `type/*`, and for `type/*+suffix`, which many documents have. */
export function isMediaRange(type: string): boolean {
  return type.includes('*');
}

function rangeSpecificity(range: string, received: string): number {
  const [start = '', end = ''] = range.split('*', 2);
  if (!received.startsWith(start) || !received.endsWith(end) || received.length <= start.length + end.length) return 0;
  return end === '' ? 2 : 2.5;
}

function specificity(declared: string, received: ParsedMediaType): number {
  const parsed = parseMediaType(declared);
  if (parsed === undefined) return 0;
  if (parsed.essence === '*/*') return 1;
  if (isMediaRange(parsed.essence)) return rangeSpecificity(parsed.essence, received.essence);
  if (parsed.essence !== received.essence) return 0;
  for (const [name, value] of parsed.parameters)
    if (name !== 'charset' && received.parameters.get(name)?.toLowerCase() !== value.toLowerCase()) return 0;
  return 3 + parsed.parameters.size;
}
