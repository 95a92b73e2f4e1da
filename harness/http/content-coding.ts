import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** The decoded body, or the reason why it cannot be decoded. */
export type Decoded = { readonly body: Uint8Array } | { readonly problem: string; readonly isUnknown?: true };

const MAX_DECODED_BYTES = 32 * 1024 * 1024;
const LIMITS = { maxOutputLength: MAX_DECODED_BYTES };

const DECODERS = new Map<string, (bytes: Uint8Array) => Buffer>([
  ['gzip', (bytes) => gunzipSync(bytes, LIMITS)],
  ['x-gzip', (bytes) => gunzipSync(bytes, LIMITS)],
  ['deflate', (bytes) => inflateSync(bytes, LIMITS)],
  ['br', (bytes) => brotliDecompressSync(bytes, LIMITS)],
  ['identity', (bytes) => Buffer.from(bytes)],
]);

/**
 * Removes the content codings of a body; without `Accept-Encoding` a server may use any (RFC 9110 section 8.4).
 * @param contentEncoding values of the `Content-Encoding` headers
 */
export function decodeContent(contentEncoding: readonly string[], encoded: Uint8Array): Decoded {
  let bytes = encoded;
  const codings = contentEncoding.flatMap((value) => value.split(','));
  for (const coding of codings.map((value) => value.trim().toLowerCase()).reverse()) {
    const decode = DECODERS.get(coding);
    if (!decode) return { problem: `the content coding ${coding} is unknown`, isUnknown: true };
    try {
      bytes = decode(bytes);
    } catch (error) {
      return { problem: `the body is not ${coding}: ${(error as Error).message}` };
    }
  }
  return { body: bytes };
}
