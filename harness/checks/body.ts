import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { JsonSyntaxError, parseJsonBytes } from '../contract/json.ts';
import type { Answer, Json } from '../model.ts';
import { headerValues } from './answer.ts';

/** A body as JSON, or why it is none. */
export type Body = { readonly value: Json } | { readonly problem: string };

const MAX_DECODED = 32 * 1024 * 1024;
const bodies = new WeakMap<Answer, Body>();

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: MAX_DECODED }),
  'x-gzip': (bytes) => gunzipSync(bytes, { maxOutputLength: MAX_DECODED }),
  deflate: (bytes) => inflateSync(bytes, { maxOutputLength: MAX_DECODED }),
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: MAX_DECODED }),
  identity: (bytes) => Buffer.from(bytes),
};

/** The answer's body as JSON; read once for all checks. */
export function jsonBody(answer: Answer): Body {
  let body = bodies.get(answer);
  if (!body) {
    body = read(answer);
    bodies.set(answer, body);
  }
  return body;
}

function read(answer: Answer): Body {
  const decoded = decode(answer);
  if ('problem' in decoded) return decoded;
  if (decoded.bytes.length === 0) return { problem: 'the body is empty' };
  try {
    return { value: parseJsonBytes(decoded.bytes) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { problem: error.message };
    throw error;
  }
}

/** Undoes the content codings that the answer names (RFC 9110 section 8.4); a client that named none may get any. */
function decode(answer: Answer): { readonly bytes: Uint8Array } | { readonly problem: string } {
  const codings = headerValues(answer, 'content-encoding').flatMap((value) => value.split(','));
  let bytes = answer.bytes;
  for (const coding of codings.map((each) => each.trim().toLowerCase()).reverse()) {
    const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    if (!decoder) return { problem: `the content coding ${coding} is unknown` };
    try {
      bytes = decoder(bytes);
    } catch (error) {
      return { problem: `the body is not ${coding}: ${(error as Error).message}` };
    }
  }
  return { bytes };
}
