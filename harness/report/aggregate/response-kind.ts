import { headerValues, isResponse } from '../../core/http-response.ts';
import { isObject, tryParseJson } from '../../core/json/index.ts';
import { ExactNumber, type HttpResponse, type JsonValue, type TransportError } from '../../core/model.ts';

/** Deeper parts of a body do not tell one kind of response from another. */
export const MAX_DEPTH = 6;
const MAX_COMPARED_CHARS = 300;

type Parsed = ReturnType<typeof tryParseJson>;

/** What tells one kind of response from another. */
export interface ResponseKind {
  /** Status, media type and structure of the body, without its values. */
  readonly kind: string;
  /** The texts of an error (4xx, 5xx) without the values in them, which tell its reasons apart. */
  readonly words: string;
}

/**
 * Describes the kind of a response.
 * @param path of the request, which the response may repeat
 */
export function describeKind(response: HttpResponse | TransportError, path = ''): ResponseKind {
  if (!isResponse(response)) return { kind: response.kind, words: '' };
  const [type = ''] = (headerValues(response, 'content-type')[0] ?? '').toLowerCase().split(';');
  const parsed = tryParseJson(response.body);
  const kind = `${response.status} ${type.trim()} ${bodyStructure(response, parsed)}`;
  return { kind, words: errorWords(response, parsed, path) };
}

function errorWords(response: HttpResponse, parsed: Parsed, path: string): string {
  if (response.status < 400) return '';
  const texts =
    'error' in parsed
      ? [new TextDecoder().decode(response.body.subarray(0, MAX_COMPARED_CHARS))]
      : stringsIn(parsed.value, MAX_DEPTH);
  const isNamed = path.length > 1;
  return texts
    .map((text) => maskValues((isNamed ? text.replaceAll(path, '*') : text).slice(0, MAX_COMPARED_CHARS)))
    .join('\n');
}

/** Masks quoted values and words with digits, which differ from request to request. */
export function maskValues(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|'[^'\s]*'|`[^`]*`|[\w-]+/g, (part) => (/^["'`]|\d/.test(part) ? '*' : part));
}

/** Returns the strings of a value; of deeper ones those down to `depth`. */
export function stringsIn(value: JsonValue, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (depth === 0 || value === null || typeof value !== 'object' || value instanceof ExactNumber) return [];
  return Object.values(value).flatMap((item) => stringsIn(item, depth - 1));
}

function bodyStructure({ body }: HttpResponse, parsed: Parsed): string {
  if (body.length === 0) return 'empty';
  return 'error' in parsed ? 'text' : structure(parsed.value, MAX_DEPTH);
}

function structure(value: JsonValue, depth: number): string {
  if (depth === 0) return '...';
  if (Array.isArray(value))
    return `[${[...new Set(value.map((item) => structure(item, depth - 1)))].sort().join('|')}]`;
  if (value === null) return 'null';
  if (!isObject(value)) return value instanceof ExactNumber ? 'number' : typeof value;
  const properties = Object.entries(value).map(([name, item]) => `${name}:${structure(item, depth - 1)}`);
  return `{${properties.sort().join(',')}}`;
}
