import { CONTENT_ENCODINGS } from '../../openapi/body/content-encodings.ts';
import { sampleFile } from '../../openapi/body/sample-files.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { type EffectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { placeholderText } from './placeholder-body.ts';

/**
 * Returns a string whose content is what its schema declares (JSON Schema 2020-12, Validation, section 8).
 * @param text makes content of no particular type
 * @returns undefined if the schema declares nothing, or an encoding that is not known
 */
export function encodedContent(effective: EffectiveSchema, text: () => string): string | undefined {
  const [encoding, type] = [firstKeyword(effective, 'contentEncoding'), firstKeyword(effective, 'contentMediaType')];
  const mediaType = typeof type === 'string' ? type : undefined;
  const writer = typeof encoding === 'string' ? CONTENT_ENCODINGS.get(encoding.toLowerCase()) : undefined;
  if (encoding !== undefined && writer === undefined) return undefined;
  // Content with a schema is more than a sample of its type.
  if (firstKeyword(effective, 'contentSchema') !== undefined) return undefined;
  if (writer === undefined) return mediaType === undefined ? undefined : plainContent(mediaType);
  const file = mediaType === undefined ? undefined : sampleFile(mediaType);
  return Buffer.from(file ?? (mediaType && plainContent(mediaType)) ?? text()).toString(writer);
}

/** Without an encoding, only text fits into a string. */
function plainContent(mediaType: string): string | undefined {
  if (isJsonType(mediaType)) return '{}';
  return sampleFile(mediaType) && !/[/+]xml$/.test(mediaType) ? undefined : placeholderText(mediaType);
}
