import type { IncomingMessage } from 'node:http';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { asHttp2, http1Headers } from './http2.ts';

/** What is kept of a body unless an option says otherwise. */
export const MAX_BODY_BYTES: number = 10 * 1024 * 1024;

export const NO_BODY = new Uint8Array();
/** Smaller buffers share an allocation. */
const COPIED_BYTES = Buffer.poolSize / 2;

/**
 * Reads a request and calls back once it is complete; never, if the client aborts it.
 * @param maxBodyBytes a larger body is received to its end and dropped: closing the connection earlier could lose the response
 */
export function readRequest(
  message: IncomingMessage,
  maxBodyBytes: number,
  onRequest: (request: ReceivedRequest) => void,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = message.headers;
  // RFC 9112 section 6.3: without both there is no body, and nothing to wait for; HTTP/2 says so with its headers.
  const isEmpty = asHttp2(message)?.stream.endAfterHeaders ?? (length === undefined && encoding === undefined);
  if (isEmpty) {
    onRequest(toReceivedRequest(message, NO_BODY));
    return;
  }
  let chunks: Buffer[] | undefined;
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBodyBytes) chunks = undefined;
    else if (chunks) chunks.push(chunk);
    else chunks = [chunk];
  });
  message.on('end', () => {
    const request = toReceivedRequest(message, chunks ? joined(chunks) : NO_BODY);
    onRequest(size > maxBodyBytes ? { ...request, bodyLimit: maxBodyBytes } : request);
  });
}

/** A copy of a small body takes less memory: each chunk has an allocation of its own, which is kept with the latest requests. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  if (!first || chunks.length > 1) return Buffer.concat(chunks);
  return first.length < COPIED_BYTES ? Buffer.from(first) : first;
}

/** Returns a message with its body. */
export function toReceivedRequest(message: IncomingMessage, body: Uint8Array): ReceivedRequest {
  const { method = '', url = '' } = message;
  const headers = headersOf(message);
  const target = url.startsWith('/') ? url : originForm(url);
  const queryStart = target.indexOf('?');
  const path = queryStart === -1 ? target : target.slice(0, queryStart);
  const query = queryStart === -1 ? '' : target.slice(queryStart + 1);
  const received = { method, target: url, path, query, headers, body };
  return isSecure(message) ? { ...received, isSecure: true } : received;
}

function isSecure(message: IncomingMessage): boolean {
  const http2 = asHttp2(message);
  return http2 ? http2.scheme === 'https' : 'encrypted' in message.socket;
}

/** Returns the headers with one named `__proto__`, which node:http takes for the prototype and loses. */
function headersOf(message: IncomingMessage): ReceivedRequest['headers'] {
  const http2 = asHttp2(message);
  if (http2) return http1Headers(http2);
  const { headers, rawHeaders } = message;
  const name = '__proto__';
  const index = rawHeaders.findIndex((each) => each.length === name.length && each.toLowerCase() === name);
  if (index === -1 || index % 2 === 1) return headers;
  return Object.defineProperty({ ...headers }, name, { value: rawHeaders[index + 1], enumerable: true });
}

/** Converts the absolute form of a target to origin form (RFC 9112 section 3.2.2). */
function originForm(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') || path === '*' ? path : `/${path}`;
}
