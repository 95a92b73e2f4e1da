import { parseMediaType } from '../media-type.ts';

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
