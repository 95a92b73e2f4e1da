import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { percentEncode } from '../../openapi/parameters/serialize.ts';
import { problemDetails } from '../respond/problem-details.ts';
import type { MockResponse } from '../types.ts';
import { readRequest } from './read-request.ts';

/** What stands behind the front: it answers whole requests, and what is no request. */
export interface RequestHandler {
  respond(request: ReceivedRequest): MockResponse | Promise<MockResponse>;
  /** An error answer for what never became a whole, readable request. */
  rejectRaw(status: number, says: string, request?: ReceivedRequest): MockResponse | Promise<MockResponse>;
}

/** Milliseconds in which the headers and the whole of a request have to arrive. */
const HEADERS_TIMEOUT = 20_000;
const REQUEST_TIMEOUT = 60_000;
/** An idle connection outlives a client's pause; a shorter time resets clients that are about to reuse it. */
const KEEP_ALIVE = 60_000;
/** Bytes up to which copying a body costs less than a second write. */
const ONE_WRITE = 16 * 1024;

/** An HTTP server that answers everything, also what node:http would answer with an empty body or a closed connection. */
export function createMockServer(backstage: RequestHandler): Server {
  const server = createServer({
    requireHostHeader: false,
    headersTimeout: HEADERS_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE,
    connectionsCheckingInterval: 5_000,
    noDelay: true,
  });
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (message, response) => {
    latest.set(message.socket, response);
    response.shouldKeepAlive &&= server.listening;
    serve(backstage, message, response);
  });
  server.on('checkExpectation', (_message: IncomingMessage, response: ServerResponse) => {
    deliver(response, () => backstage.rejectRaw(417, 'the only expectation that is supported is 100-continue'));
  });
  server.on('connect', (_message, socket) => {
    void endWith(socket, backstage.rejectRaw(405, 'tunnels are not supported'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const before = latest.get(socket);
    const [status, says] = parserFailure(error.code);
    const answer = () => void endWith(socket, backstage.rejectRaw(status, says));
    // Answers keep the order of requests (RFC 9112 section 9.3.2): one to a whole request goes out first.
    if (before?.req.complete && !before.writableFinished) before.once('finish', answer);
    else answer();
  });
  return server;
}

function serve(backstage: RequestHandler, message: IncomingMessage, response: ServerResponse): void {
  // A request that breaks off has nobody left to answer; without a listener its error would end the process.
  message.on('error', () => response.destroy());
  readRequest(message, (request, tooLarge) => {
    const { headers, httpVersion } = message;
    if (tooLarge) deliver(response, () => backstage.rejectRaw(413, 'the request body is larger than 10 MiB', request));
    else if (headers.host === undefined && httpVersion === '1.1')
      deliver(response, () => backstage.rejectRaw(400, 'header host is required', request));
    else deliver(response, () => backstage.respond(request));
  });
}

function deliver(response: ServerResponse, make: () => MockResponse | Promise<MockResponse>): void {
  try {
    const made = make();
    if (made instanceof Promise) made.then((answer) => send(response, answer)).catch((error) => fail(response, error));
    else send(response, made);
  } catch (error) {
    fail(response, error);
  }
}

/** A fault of the mock itself: it is told, and the mock lives on. */
function fail(response: ServerResponse, error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
  if (response.headersSent) response.destroy();
  else send(response, problemDetails(500, 'the mock failed; its warnings say why'));
}

function send(response: ServerResponse, { status, headers, body }: MockResponse): void {
  if (response.destroyed || response.headersSent) return;
  const flat: string[] = [];
  for (const [name, value] of headers) flat.push(name, wireSafe(value));
  // No length with these (RFC 9110 section 8.6).
  if (status !== 204 && status !== 304) flat.push('content-length', String(body.length));
  response.writeHead(status, flat);
  // As a text it leaves in one write with the headers; latin1 keeps every byte as it is.
  if (body.length < ONE_WRITE) response.end(latin1(body), 'latin1');
  else response.end(body);
}

function latin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

/** Header values are visible ASCII here; anything else would end in an exception of node:http (RFC 9110 section 5.5). */
function wireSafe(value: string): string {
  return /[^\t\x20-\x7e]/.test(value)
    ? value.replace(/[^\t\x20-\x7e]/gu, (character) => percentEncode(character))
    : value;
}

function parserFailure(code: string | undefined): [status: number, says: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'the request target or the headers are too long'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'the request took too long to arrive'];
    default:
      return [400, 'the request is not valid HTTP'];
  }
}

/** Reads on until the client closes, so that unread bytes do not reset the connection before the answer has arrived. */
async function endWith(socket: Duplex, made: MockResponse | Promise<MockResponse>): Promise<void> {
  socket.on('error', () => socket.destroy());
  const { status, headers, body } = await made;
  const lines = headers.map(([name, value]) => `${name}: ${wireSafe(value)}\r\n`).join('');
  socket.resume();
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}connection: close\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.end(body);
}
