import type { JsonValue } from '../../core/model.ts';
import { concreteMediaType } from '../../openapi/body/concrete-media-type.ts';
import { sampleFile } from '../../openapi/body/sample-files.ts';
import { isJsonType, isMultipart, isUrlencoded, parseMediaType } from '../../openapi/media-type.ts';

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
