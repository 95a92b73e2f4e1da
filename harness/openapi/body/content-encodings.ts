/** Encodings of strings that values are written in, by their names in `contentEncoding` (RFC 4648). */
export const CONTENT_ENCODINGS: ReadonlyMap<string, BufferEncoding> = new Map([
  ['base64', 'base64'],
  ['base64url', 'base64url'],
  ['base16', 'hex'],
]);

/** Those that leave a text as it is (RFC 2045 section 6.2). */
const IDENTITIES: readonly string[] = ['7bit', '8bit', 'binary'];

export function isKnownContentEncoding(name: string): boolean {
  return CONTENT_ENCODINGS.has(name.toLowerCase()) || IDENTITIES.includes(name.toLowerCase());
}
