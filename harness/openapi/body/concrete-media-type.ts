import { isMediaRange, parseMediaType } from '../media-type.ts';

/** Media types to send for a range: a message has a concrete type (RFC 9110 sections 8.3 and 12.5.1). */
const TYPES_OF_RANGES: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'application/*': 'application/json',
  'text/*': 'text/plain',
  'audio/*': 'audio/mpeg',
  'image/*': 'image/png',
  'video/*': 'video/mp4',
  'multipart/*': 'multipart/form-data',
};

/** Returns a media type that a message can have, for one that may be a range. */
export function concreteMediaType(type: string): string {
  const essence = parseMediaType(type)?.essence ?? '';
  if (!isMediaRange(essence)) return type;
  return TYPES_OF_RANGES[essence] ?? essence.replace('*', essence.endsWith('*') ? 'octet-stream' : 'vnd.any');
}

/** True if each character of a body is one byte; all other bodies are in UTF-8. */
export function isBinaryMediaType(type: string): boolean {
  const essence = parseMediaType(type)?.essence ?? '';
  if (/[/+](?:xml|yaml|json)$/.test(essence)) return false;
  return /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip|x-gzip|x-tar|wasm)$/.test(essence);
}

/**
 * Encodes a body.
 * @param isBinary writes each character as one byte, if all of them can be
 */
export function encodeText(text: string, isBinary: boolean): Uint8Array {
  return Buffer.from(text, isBinary && Buffer.from(text, 'latin1').toString('latin1') === text ? 'latin1' : 'utf8');
}
