import { parseMediaType } from '../media-type.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const JPEG =
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAA' +
  'AAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z';
const WEBP = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';
const BMP = 'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAA////AA==';
const TIFF =
  'SUkqAAgAAAAIAAABAwABAAAAAQAAAAEBAwABAAAAAQAAAAIBAwABAAAACAAAAAMBAwABAAAAAQAAAAYBAwABAAAAAQAAABEBBAABAAAAbgAAABYBAwABAAAAAQAA' +
  'ABcBBAABAAAAAQAAAAAAAAD/';
const ICON =
  'AAABAAEAAQEAAAEAIABGAAAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAABAAAAAQgGAAAAHxXEiQAAAA1JREFUeNpjZPjPUA8AA4YBgFo0fWsAAAAASUVORK5CYII=';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAACAgA==';
const GZIP = 'H4sIAAAAAAAAAwMAAAAAAAAAAAA=';
const WASM = 'AGFzbQEAAAA=';
const ZIP = 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==';
const PDF = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
].join('\n');

/** The smallest valid files of types that browsers show and services inspect. */
const FILES: ReadonlyMap<string, Uint8Array> = new Map([
  ['image/png', Buffer.from(PNG, 'base64')],
  ['image/gif', Buffer.from(GIF, 'base64')],
  ['image/jpeg', Buffer.from(JPEG, 'base64')],
  ['image/webp', Buffer.from(WEBP, 'base64')],
  ['image/bmp', Buffer.from(BMP, 'base64')],
  ['image/tiff', Buffer.from(TIFF, 'base64')],
  ['image/x-icon', Buffer.from(ICON, 'base64')],
  ['image/vnd.microsoft.icon', Buffer.from(ICON, 'base64')],
  ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
  ['application/pdf', Buffer.from(PDF)],
  ['application/zip', Buffer.from(ZIP, 'base64')],
  ['application/gzip', Buffer.from(GZIP, 'base64')],
  ['application/x-gzip', Buffer.from(GZIP, 'base64')],
  // Two blocks of zeros are an archive without files.
  ['application/x-tar', Buffer.alloc(1024)],
  ['application/wasm', Buffer.from(WASM, 'base64')],
  ['audio/wav', Buffer.from(WAV, 'base64')],
  ['audio/x-wav', Buffer.from(WAV, 'base64')],
]);

/**
 * Returns a small valid file of a media type.
 * @returns undefined if there is none for the type
 */
export function sampleFile(mediaType: string): Uint8Array | undefined {
  return FILES.get(parseMediaType(mediaType)?.essence ?? '');
}
