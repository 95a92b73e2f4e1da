import type { JsonValue } from '../../core/model.ts';
import { concreteMediaType } from '../../openapi/body/concrete-media-type.ts';
import { sampleFile } from '../../openapi/body/sample-files.ts';
import { isJsonType, isMultipart, isUrlencoded, parseMediaType } from '../../openapi/media-type.ts';

const SAMPLE_TEXTS: readonly (readonly [type: RegExp, text: string])[] = [
  [/[/+]xml$/, '<a/>'],
  [/^text\/html$/, '<p>text</p>'],
  [/^text\/csv$/, 'a,b\r\n1,2\r\n'],
  [/[/+](?:x-)?yaml$/, 'a: 1\n'],
  [/[/-](?:ndjson|jsonl|json-seq)$/, '{}\n'],
];

/** What generators, Prism's and ours, put in place of any string. */
const GENERATED_STRING = 'string';

/** Returns a small body of a media type that no schema describes. */
export function placeholderBody(mediaType: string): JsonValue {
  const type = concreteMediaType(mediaType);
  if (parseMediaType(type)?.essence === 'application/json-patch+json') return [];
  if (isJsonType(type)) return {};
  if (isMultipart(type) || isUrlencoded(type)) return { text: 'text' };
  return placeholderText(type) ?? 'text';
}

/**
 * Returns a small text that is well-formed in the media type; of a binary type, one character per byte.
 * @returns undefined if any text is well-formed in the type, or none is known
 */
export function placeholderText(mediaType: string): string | undefined {
  const type = concreteMediaType(mediaType);
  const file = sampleFile(type);
  if (file) return Buffer.from(file).toString('latin1');
  if (isJsonType(type)) return '{}';
  const essence = parseMediaType(type)?.essence ?? '';
  return SAMPLE_TEXTS.find(([pattern]) => pattern.test(essence))?.[1];
}

/** Returns a sample file to send instead of a generated text; undefined for other texts and for types without one. */
export function sampleFileFor(text: string, mediaType: string): Uint8Array | undefined {
  return text === GENERATED_STRING || text === placeholderText(mediaType) ? sampleFile(mediaType) : undefined;
}
