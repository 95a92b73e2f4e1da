import { isJsonType } from '../../openapi/media-type.ts';
import { smallFile } from '../../openapi/body/sample-files.ts';
import type { Json } from '../../core/model.ts';

/** What generators put in place of any text. */
const ANY_TEXT = 'string';

/** A body where a document says nothing but its media type. */
export function placeholder(mediaType: string): Json {
  return isJsonType(mediaType) ? {} : ANY_TEXT;
}

/** A file to send where a body was made that says nothing. */
export function fileFor(body: Json, mediaType: string): Uint8Array | undefined {
  return body === ANY_TEXT ? smallFile(mediaType) : undefined;
}
