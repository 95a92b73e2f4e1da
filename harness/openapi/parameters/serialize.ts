import { isObject, stringifyJson } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, Parameter } from '../../core/model.ts';
import { isJsonType } from '../media-type.ts';

/** RFC 3986 section 2.3: what never needs percent-encoding. */
const UNRESERVED = /[A-Za-z0-9\-._~]/;
const PLAIN = /^[A-Za-z0-9\-._~]*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** RFC 3986 section 2.2, without `&`, `=`, `#` and `+`, which would change the meaning of a query. */
const RESERVED = /[:/?[\]@!$'()*,;]/;

/** Percent-encodes every UTF-8 byte that is not unreserved (with `allowReserved`: nor reserved and harmless). */
export function percentEncode(text: string, allowReserved = false): string {
  if (PLAIN.test(text)) return text;
  if (!allowReserved && !LONE_SURROGATE.test(text))
    return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => percentByte(mark.charCodeAt(0)));
  let encoded = '';
  for (const character of text) {
    const keeps = UNRESERVED.test(character) || (allowReserved && RESERVED.test(character));
    encoded += keeps ? character : [...Buffer.from(character)].map(percentByte).join('');
  }
  return encoded;
}

/** The literal text of a path template as it is sent: what a path cannot hold is percent-encoded (RFC 3986 section 3.3). */
export function encodePathLiteral(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?#]/gu, (part) =>
    part.length === 3 && part.startsWith('%') ? part : percentEncode(part),
  );
}

function percentByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** A primitive as parameters write it: strings as they are, numbers exactly, null as the empty string. */
export function serializePrimitive(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  return stringifyJson(value);
}

/** A value in the media type that `content` declares. */
function contentText({ mediaType }: Partial<Pick<Parameter, 'mediaType'>>, value: JsonValue): string {
  const isText = mediaType !== undefined && !isJsonType(mediaType) && typeof value === 'string';
  return isText ? value : stringifyJson(value);
}

type PairStyle = Pick<Parameter, 'name' | 'style' | 'explode' | 'allowReserved'> &
  Partial<Pick<Parameter, 'mediaType'>>;

/**
 * A query or cookie parameter as `name=value` pairs, joined by `&` (OpenAPI 3.0.3, Style Values; RFC 6570).
 * An empty array or object gives the empty string: nothing is sent.
 */
export function serializeQueryOrCookie(parameter: PairStyle, value: JsonValue): string {
  const encode = (text: string) => percentEncode(text, parameter.allowReserved);
  const name = percentEncode(parameter.name);
  if (parameter.style === 'content') return `${name}=${encode(contentText(parameter, value))}`;
  if (Array.isArray(value))
    return serializeList(
      parameter,
      name,
      value.map((item) => encode(serializePrimitive(item))),
    );
  if (isObject(value)) return serializeMembers(parameter, name, value, encode);
  return `${name}=${encode(serializePrimitive(value))}`;
}

const SEPARATORS: Readonly<Record<string, string>> = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C' };

function serializeList(parameter: PairStyle, name: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  if (parameter.explode) return items.map((item) => `${name}=${item}`).join('&');
  return `${name}=${items.join(SEPARATORS[parameter.style] ?? ',')}`;
}

function serializeMembers(
  parameter: PairStyle,
  name: string,
  value: JsonObject,
  encode: (text: string) => string,
): string {
  const members = Object.entries(value).map(
    ([key, member]) => [encode(key), encode(serializePrimitive(member))] as const,
  );
  if (members.length === 0) return '';
  if (parameter.style === 'deepObject') return members.map(([key, member]) => `${name}[${key}]=${member}`).join('&');
  if (parameter.explode) return members.map(([key, member]) => `${key}=${member}`).join('&');
  return `${name}=${members.flat().join(SEPARATORS[parameter.style] ?? ',')}`;
}

/** A path parameter's text for its `{name}`, in style simple, label or matrix. */
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
    const members = Object.entries(value).map(([key, member]) => [
      percentEncode(key),
      percentEncode(serializePrimitive(member)),
    ]);
    if (!parameter.explode)
      return `${prefix}${parameter.style === 'matrix' ? `${name}=` : ''}${members.flat().join(',')}`;
    return prefix + members.map((pair) => pair.join('=')).join(prefix === '' ? ',' : prefix);
  }
  const text = percentEncode(serializePrimitive(value));
  return parameter.style === 'matrix' ? `;${name}=${text}` : prefix + text;
}

/** False for a segment that makes another path: an empty one, and those that are resolved on the way (RFC 3986 section 5.2.4). */
export function isPathSegment(text: string): boolean {
  return !/^\.{0,2}$/.test(text);
}

type HeaderStyle = Pick<Parameter, 'style' | 'explode'> & Partial<Pick<Parameter, 'mediaType'>>;

/** A header's value in style simple; the text is not encoded (OpenAPI 3.0.3, Style Values). */
export function serializeHeader(parameter: HeaderStyle, value: JsonValue): string {
  if (parameter.style === 'content') return contentText(parameter, value);
  if (Array.isArray(value)) return value.map(serializePrimitive).join(',');
  if (!isObject(value)) return serializePrimitive(value);
  const members = Object.entries(value).map(([key, member]) => [key, serializePrimitive(member)]);
  return members.map((pair) => pair.join(parameter.explode ? '=' : ',')).join(',');
}
