import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** The bytes below all content codings, or why they cannot be had. */
export type Decoded = { readonly body: Uint8Array } | { readonly problem: string };

const MAX_DECODED = 32 * 1024 * 1024;

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: MAX_DECODED }),
  'x-gzip': (bytes) => gunzipSync(bytes, { maxOutputLength: MAX_DECODED }),
  deflate: (bytes) => inflateSync(bytes, { maxOutputLength: MAX_DECODED }),
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: MAX_DECODED }),
  identity: (bytes) => Buffer.from(bytes),
};

/**
 * Undoes the content codings that an answer names (RFC 9110 section 8.4); a client that named none may get any.
 * @param contentEncoding the values of the answer's headers of that name
 */
export function decodeContent(contentEncoding: readonly string[], encoded: Uint8Array): Decoded {
  let bytes = encoded;
  const codings = contentEncoding.flatMap((value) => value.split(','));
  for (const coding of codings.map((each) => each.trim().toLowerCase()).reverse()) {
    const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    if (!decoder) return { problem: `the content coding ${coding} is unknown` };
    try {
      bytes = decoder(bytes);
    } catch (error) {
      return { problem: `the body is not ${coding}: ${(error as Error).message}` };
    }
  }
  return { body: bytes };
}
