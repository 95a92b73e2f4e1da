import type { JsonValue } from '../../core/model.ts';
import { sampleFile } from '../../openapi/body/sample-files.ts';
import { isJsonType, isMultipart, isUrlencoded, parseMediaType } from '../../openapi/media-type.ts';

/** What is sent where the document leaves the choice (RFC 9110 section 12.5.1 has ranges for what is wanted, not for what is sent). */
const MEMBERS_OF_RANGES: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'application/*': 'application/json',
  'text/*': 'text/plain',
  'image/*': 'image/png',
  'multipart/*': 'multipart/form-data',
};

/** A media type that a message can have, for one that may be a range. */
export function concreteMediaType(type: string): string {
  const essence = parseMediaType(type)?.essence ?? '';
  return essence.includes('*') ? (MEMBERS_OF_RANGES[essence] ?? essence.replace('*', 'octet-stream')) : type;
}

const TEXTS: readonly (readonly [type: RegExp, text: string])[] = [
  [/[/+]xml$/, '<a/>'],
  [/^text\/html$/, '<p>text</p>'],
  [/^text\/csv$/, 'a,b\r\n1,2\r\n'],
  [/[/+](?:x-)?yaml$/, 'a: 1\n'],
  [/[/-](?:ndjson|jsonl|json-seq)$/, '{}\n'],
];

/** A small body of a media type of which no schema says what it holds. */
export function placeholderBody(mediaType: string): JsonValue {
  const type = concreteMediaType(mediaType);
  if (parseMediaType(type)?.essence === 'application/json-patch+json') return [];
  if (isJsonType(type)) return {};
  if (isMultipart(type) || isUrlencoded(type)) return { text: 'text' };
  return placeholderText(type) ?? 'text';
}

/** A small text of a media type that not every text fits, where it is bytes with one character for each; undefined for all other types. */
export function placeholderText(mediaType: string): string | undefined {
  const type = concreteMediaType(mediaType);
  const file = sampleFile(type);
  if (file) return Buffer.from(file).toString('latin1');
  if (isJsonType(type)) return '{}';
  const essence = parseMediaType(type)?.essence ?? '';
  return TEXTS.find(([pattern]) => pattern.test(essence))?.[1];
}

/** True where the characters of a body are its bytes; all other texts are in UTF-8. */
export function isBinaryMediaType(type: string): boolean {
  const essence = parseMediaType(type)?.essence ?? '';
  if (/[/+](?:xml|yaml|json)$/.test(essence)) return false;
  return /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip)$/.test(essence);
}

/** @param isBinary whether each character is a byte, as far as it can be one */
export function encodeText(text: string, isBinary: boolean): Uint8Array {
  return Buffer.from(text, isBinary && Buffer.from(text, 'latin1').toString('latin1') === text ? 'latin1' : 'utf8');
}
