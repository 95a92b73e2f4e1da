import { type ServerResponse, STATUS_CODES } from 'node:http';
import { constants, type Http2ServerRequest } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { percentEncode } from '../../openapi/parameters/serialize.ts';
import type { MockResponse } from '../types.ts';
import { asHttp2, http2Headers } from './http2.ts';
import { writeStream } from './write-stream.ts';

/** Up to this size, copying the body costs less than a second write. */
const ONE_WRITE_BYTES = 16 * 1024;

/** Sends a response, unless the client is gone. */
export function writeResponse(
  response: ServerResponse,
  made: MockResponse,
  isClosing: () => boolean = () => false,
): void {
  const { status, headers, body, stream, abort } = made;
  if (response.destroyed || response.headersSent) return;
  const http2 = asHttp2(response.req);
  if (http2) {
    writeHttp2Response(response, http2, made, isClosing);
    return;
  }
  if (abort) {
    if (abort === 'reset' && isResettable(response.socket)) response.socket.resetAndDestroy();
    else response.destroy();
    return;
  }
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, toAscii(value));
  if (stream && response.req.method !== 'HEAD') {
    response.writeHead(status, list);
    void writeStream(response, stream, isClosing);
    return;
  }
  // RFC 9110 section 8.6: no Content-Length with these.
  if (status !== 204 && status !== 304) list.push('content-length', String(body.length));
  response.writeHead(status, list);
  // node:http writes a string together with the headers; Latin-1 keeps every byte.
  if (body.length < ONE_WRITE_BYTES) response.end(toLatin1(body), 'latin1');
  else response.end(body);
}

/** Below TLS there is no way to reset a connection. */
function isResettable(socket: Socket | null): socket is Socket {
  return socket !== null && !('encrypted' in socket);
}

function writeHttp2Response(
  response: ServerResponse,
  { stream: channel, method }: Http2ServerRequest,
  { status, headers, body, stream, abort }: MockResponse,
  isClosing: () => boolean,
): void {
  if (channel.destroyed) return;
  if (abort) {
    channel.close(constants.NGHTTP2_INTERNAL_ERROR);
    return;
  }
  const list = headers.map(([name, value]) => [name, toAscii(value)] as const);
  if (stream && method !== 'HEAD') {
    response.writeHead(status, http2Headers(list));
    void writeStream(response, stream, isClosing);
    return;
  }
  const isEmpty = status === 204 || status === 304;
  const length = isEmpty ? {} : { 'content-length': String(body.length) };
  response.writeHead(status, { ...http2Headers(list), ...length });
  if (isEmpty || method === 'HEAD') response.end();
  else response.end(body);
}

/** Sends a response on a socket without a request, then reads on until the client closes: unread data would reset it. */
export async function writeRawResponse(socket: Duplex, response: MockResponse | Promise<MockResponse>): Promise<void> {
  socket.on('error', () => socket.destroy());
  const { status, headers, body } = await response;
  const lines = headers.map(([name, value]) => `${name}: ${toAscii(value)}\r\n`).join('');
  const framing = `connection: close\r\ncontent-length: ${body.length}\r\n`;
  socket.resume();
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}${framing}\r\n`);
  socket.end(body);
}

function toLatin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

/** Percent-encodes everything except visible ASCII and blanks: node:http throws for the rest (RFC 9110 section 5.5). */
function toAscii(value: string): string {
  if (!/[^\t\x20-\x7e]/.test(value)) return value;
  return value.replace(/[^\t\x20-\x7e]/gu, (character) => percentEncode(character));
}
