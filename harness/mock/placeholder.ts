import { isJsonType, parseMediaType } from '../contract/media-type.ts';
import type { Json } from '../model.ts';

/** What generators put in place of any text. */
const ANY_TEXT = 'string';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const PDF = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
].join('\n');

/** The smallest files of types that a page shows or opens, so that it does. */
const FILES: ReadonlyMap<string, Uint8Array> = new Map([
  ['image/png', Buffer.from(PNG, 'base64')],
  ['image/gif', Buffer.from(GIF, 'base64')],
  ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
  ['application/pdf', Buffer.from(PDF)],
]);

/** A body where a document says nothing but its media type. */
export function placeholder(mediaType: string): Json {
  return isJsonType(mediaType) ? {} : ANY_TEXT;
}

/** A file to send where a body was made that says nothing. */
export function fileFor(body: Json, mediaType: string): Uint8Array | undefined {
  return body === ANY_TEXT ? FILES.get(parseMediaType(mediaType)?.essence ?? '') : undefined;
}
