import type { JsonValue } from '../../core/model.ts';
import { sampleFile } from '../../openapi/body/sample-files.ts';
import { isJsonType } from '../../openapi/media-type.ts';

/** What generators put in place of any text. */
const ANY_TEXT = 'string';

/** A body where a document says nothing but its media type. */
export function placeholderBody(mediaType: string): JsonValue {
  return isJsonType(mediaType) ? {} : ANY_TEXT;
}

/** A file to send where a body was made that says nothing. */
export function sampleFileFor(body: JsonValue, mediaType: string): Uint8Array | undefined {
  return body === ANY_TEXT ? sampleFile(mediaType) : undefined;
}
