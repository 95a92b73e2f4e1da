import { isObject, stringifyJson } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, Parameter } from '../../core/model.ts';
import { isJsonType } from '../media-type.ts';

/** RFC 3986 section 2.3: characters that never need percent-encoding. */
const UNRESERVED = /[A-Za-z0-9\-._~]/;
const PLAIN = /^[A-Za-z0-9\-._~]*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** RFC 3986 section 2.2, without `&`, `=`, `#` and `+`, which would change the meaning of a query. */
const RESERVED = /[:/?[\]@!$'()*,;]/;

/** Percent-encodes all but unreserved characters, and with `allowReserved` all but harmless reserved ones. */
export function percentEncode(text: string, allowReserved = false): string {
  if (PLAIN.test(text)) return text;
  if (!allowReserved && !LONE_SURROGATE.test(text))
    return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => percentByte(mark.charCodeAt(0)));
  let encoded = '';
  for (const character of text) {
    const isPlain = UNRESERVED.test(character) || (allowReserved && RESERVED.test(character));
    encoded += isPlain ? character : [...Buffer.from(character)].map(percentByte).join('');
  }
  return encoded;
}

/** Percent-encodes the characters of a path template that a path must not contain (RFC 3986 section 3.3). */
export function encodePathLiteral(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?#]/gu, (part) =>
    part.length === 3 && part.startsWith('%') ? part : percentEncode(part),
  );
}

function percentByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Serializes a primitive: strings as they are, numbers exactly, null as the empty string. */
export function serializePrimitive(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  return stringifyJson(value);
}

/** Serializes a value in the media type that `content` declares. */
export function contentText({ mediaType }: Partial<Pick<Parameter, 'mediaType'>>, value: JsonValue): string {
  const isText = mediaType !== undefined && !isJsonType(mediaType) && typeof value === 'string';
  return isText ? value : stringifyJson(value);
}

type PairStyle = Pick<Parameter, 'name' | 'style' | 'explode' | 'allowReserved'> &
  Partial<Pick<Parameter, 'mediaType'>>;

/** HTTP servers may reject longer request targets (RFC 9112 section 3 recommends 8,000 octets). */
export const MAX_SERIALIZED_LENGTH = 4000;

/**
 * Serializes a query or cookie parameter as `name=value` pairs, joined by `&` (OpenAPI 3.0.3, Style Values; RFC 6570).
 * Returns the empty string for an empty array or object: nothing is sent.
 */
export function serializeQueryOrCookie(parameter: PairStyle, value: JsonValue): string {
  const encode = (text: string) => percentEncode(text, parameter.allowReserved);
  const name = percentEncode(parameter.name);
  if (parameter.style === 'content') return `${name}=${encode(contentText(parameter, value))}`;
  if (parameter.style === 'deepObject' && isNested(value)) return bracketPairs(name, value, encode).join('&');
  if (Array.isArray(value))
    return serializeList(
      parameter,
      name,
      value.map((item) => encode(serializePrimitive(item))),
    );
  if (isObject(value)) return serializeProperties(parameter, name, value, encode);
  return `${name}=${encode(serializePrimitive(value))}`;
}

/** What lies deeper than OpenAPI defines for deepObject is written as Rails, PHP and qs read it. */
function bracketPairs(name: string, value: JsonValue, encode: (text: string) => string): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => bracketPairs(`${name}%5B${isNested(item) ? index : ''}%5D`, item, encode));
  if (isObject(value))
    return Object.entries(value).flatMap(([key, inner]) => bracketPairs(`${name}%5B${encode(key)}%5D`, inner, encode));
  return [`${name}=${encode(serializePrimitive(value))}`];
}

/** True for a value that has others in it. */
export function isNested(value: JsonValue): boolean {
  return Array.isArray(value) || isObject(value);
}

const SEPARATORS: Readonly<Record<string, string>> = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C' };

function serializeList(parameter: PairStyle, name: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  if (parameter.explode) return items.map((item) => `${name}=${item}`).join('&');
  return `${name}=${items.join(SEPARATORS[parameter.style] ?? ',')}`;
}

function serializeProperties(
  parameter: PairStyle,
  name: string,
  value: JsonObject,
  encode: (text: string) => string,
): string {
  const properties = Object.entries(value).map(
    ([key, inner]) => [encode(key), encode(serializePrimitive(inner))] as const,
  );
  if (properties.length === 0) return '';
  if (parameter.explode) return properties.map(([key, inner]) => `${key}=${inner}`).join('&');
  return `${name}=${properties.flat().join(SEPARATORS[parameter.style] ?? ',')}`;
}

/** Serializes a path parameter for its `{name}`, in style simple, label or matrix. */
export function serializePathParameter(parameter: Parameter, value: JsonValue): string {
  if (parameter.style === 'content') return percentEncode(contentText(parameter, value));
  const prefix = parameter.style === 'label' ? '.' : parameter.style === 'matrix' ? ';' : '';
  const name = percentEncode(parameter.name);
  if (Array.isArray(value)) {
    const items = value.map((item) => percentEncode(serializePrimitive(item)));
    if (parameter.style === 'matrix')
      return parameter.explode ? items.map((item) => `;${name}=${item}`).join('') : `;${name}=${items.join(',')}`;
    return prefix + items.join(parameter.style === 'label' && parameter.explode ? '.' : ',');
  }
  if (isObject(value)) {
    const properties = Object.entries(value).map(([key, inner]) => [
      percentEncode(key),
      percentEncode(serializePrimitive(inner)),
    ]);
    if (!parameter.explode)
      return `${prefix}${parameter.style === 'matrix' ? `${name}=` : ''}${properties.flat().join(',')}`;
    return prefix + properties.map((pair) => pair.join('=')).join(prefix === '' ? ',' : prefix);
  }
  const text = percentEncode(serializePrimitive(value));
  return parameter.style === 'matrix' ? `;${name}=${text}` : prefix + text;
}

/** False for an empty segment and for dot segments, which lead to another path (RFC 3986 section 5.2.4). */
export function isPathSegment(text: string): boolean {
  return !/^\.{0,2}$/.test(text);
}

type HeaderStyle = Pick<Parameter, 'style' | 'explode'> & Partial<Pick<Parameter, 'mediaType'>>;

/** Serializes a header in style simple, without encoding (OpenAPI 3.0.3, Style Values). */
export function serializeHeader(parameter: HeaderStyle, value: JsonValue): string {
  if (parameter.style === 'content') return contentText(parameter, value);
  if (Array.isArray(value)) return value.map(serializePrimitive).join(',');
  if (!isObject(value)) return serializePrimitive(value);
  const properties = Object.entries(value).map(([key, inner]) => [key, serializePrimitive(inner)]);
  return properties.map((pair) => pair.join(parameter.explode ? '=' : ',')).join(',');
}
