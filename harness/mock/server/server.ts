import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Http2Session } from 'node:http2';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { problemDetails } from '../respond/problem-details.ts';
import type { MockResponse } from '../types.ts';
import type { ServerCertificate } from './certificate.ts';
import { createHttp2Server, isHttp2Socket } from './http2.ts';
import { MAX_BODY_BYTES, NO_BODY, readRequest, toReceivedRequest } from './read-request.ts';
import { writeRawResponse, writeResponse } from './write-response.ts';

/** Creates the responses that the server sends. */
export interface RequestHandler {
  respond(request: ReceivedRequest): MockResponse | Promise<MockResponse>;
  /** Creates an error response for a message that is not a complete, readable request. */
  rejectRaw(status: number, message: string, request?: ReceivedRequest): MockResponse | Promise<MockResponse>;
  /** Undefined if there is no backend. */
  readonly forwarder: Forwarder | undefined;
}

/** Sends some of the requests on to a backend. */
export interface Forwarder {
  /**
   * Sends a request on.
   * @param mock responds in place of the backend; the body is undefined if it is too large
   * @returns false if the mock is to respond
   */
  forward(message: IncomingMessage, response: ServerResponse, mock: (body: Uint8Array | undefined) => void): boolean;
  /** Connects the client with the backend in another protocol. @returns false if the mock is to respond */
  upgrade(message: IncomingMessage, socket: Duplex, first: Buffer): boolean;
}

type ResponseFactory = () => MockResponse | Promise<MockResponse>;

const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than the pauses of a client; a shorter time resets clients that are about to reuse the connection. */
const KEEP_ALIVE_TIMEOUT_MS = 60_000;
const TIMEOUT_CHECK_INTERVAL_MS = 5_000;

/** Creates a server that also responds where node:http would send an empty body or close the connection. */
export function createMockServer(
  handler: RequestHandler,
  certificate?: ServerCertificate,
  maxBodyBytes: number = MAX_BODY_BYTES,
): Pick<MockServer, 'server' | 'close'> {
  const mock = new MockServer(handler, certificate, maxBodyBytes);
  return { server: mock.server, close: () => mock.close() };
}

const OPTIONS = {
  requireHostHeader: false,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
  handshakeTimeout: HEADERS_TIMEOUT_MS,
  noDelay: true,
};

/** What passes to a backend is HTTP/1.1 on both sides: its framing, its upgrades and its connections. */
function createTlsServer(certificate: ServerCertificate, { forwarder }: RequestHandler): Server {
  return forwarder ? createSecureServer({ ...certificate, ...OPTIONS }) : createHttp2Server(certificate, OPTIONS);
}

/** How long a response that is being sent may take when the mock closes. */
const CLOSE_GRACE_MS = 1000;

class MockServer {
  readonly server: Server;
  private readonly handler: RequestHandler;
  private readonly maxBodyBytes: number;
  private readonly latestResponse = new WeakMap<Duplex, ServerResponse>();
  private readonly unwritten: [ServerResponse, MockResponse][] = [];
  private readonly connections = new Set<Duplex>();
  private readonly sessions = new Set<Http2Session>();
  /** All of them as TCP has them: those before their TLS handshake, too. */
  private readonly accepted = new Set<Duplex>();

  constructor(handler: RequestHandler, certificate: ServerCertificate | undefined, maxBodyBytes: number) {
    this.handler = handler;
    this.maxBodyBytes = maxBodyBytes;
    this.server = certificate ? createTlsServer(certificate, handler) : createServer(OPTIONS);
    if (certificate) this.server.on('session', (session: Http2Session) => this.trackSession(session));
    this.track('connection', this.accepted);
    this.track(certificate ? 'secureConnection' : 'connection', this.connections);
    this.server.on('request', (message, response) => this.onRequest(message, response));
    this.server.on('checkExpectation', (_message: IncomingMessage, response: ServerResponse) => {
      this.deliver(response, () => handler.rejectRaw(417, 'the only supported expectation is 100-continue'));
    });
    if (handler.forwarder) this.listenForUpgrades(handler.forwarder);
    this.server.on('connect', (_message, socket) => {
      void writeRawResponse(socket, handler.rejectRaw(405, 'tunnels are not supported'));
    });
    this.server.on('clientError', (error: NodeJS.ErrnoException, socket) => this.onClientError(error, socket));
  }

  /** Finishes the responses to complete requests, and ends every other connection: a browser opens some in advance. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const session of this.sessions) session.close();
    for (const socket of this.connections) {
      if (isHttp2Socket(socket)) continue;
      const response = this.latestResponse.get(socket);
      if (!response?.req.complete || response.writableFinished) socket.destroy();
    }
    const timer = setTimeout(() => {
      for (const socket of this.accepted) socket.destroy();
    }, CLOSE_GRACE_MS);
    await closed;
    clearTimeout(timer);
  }

  private trackSession(session: Http2Session): void {
    this.sessions.add(session);
    session.on('close', () => this.sessions.delete(session));
  }

  private track(event: string, sockets: Set<Duplex>): void {
    this.server.on(event, (socket: Duplex) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
  }

  private onRequest(message: IncomingMessage, response: ServerResponse, expectsContinue = false): void {
    this.latestResponse.set(message.socket, response);
    // If the client aborts, there is nobody to respond to; without a listener the error would end the process.
    message.on('error', () => response.destroy());
    const { maxBodyBytes } = this;
    const respond = (request: ReceivedRequest) => this.respond(message, response, request);
    const mock = (body: Uint8Array | undefined) => {
      const request = toReceivedRequest(message, body ?? NO_BODY);
      respond(body ? request : { ...request, bodyLimit: maxBodyBytes });
    };
    if (this.handler.forwarder?.forward(message, response, mock)) return;
    if (expectsContinue) response.writeContinue();
    readRequest(message, maxBodyBytes, respond);
  }

  private respond({ headers, httpVersion }: IncomingMessage, response: ServerResponse, request: ReceivedRequest): void {
    const { handler } = this;
    this.deliver(response, () => {
      if (headers.host === undefined && httpVersion === '1.1')
        return handler.rejectRaw(400, 'header host is required', request);
      return handler.respond(request);
    });
  }

  /** With a listener, node:http leaves these requests to it; those that are not for the backend are ordinary ones. */
  private listenForUpgrades(forwarder: Forwarder): void {
    this.server.on('upgrade', (message, socket, first) => {
      if (forwarder.upgrade(message, socket, first)) return;
      void writeRawResponse(socket, this.handler.respond(toReceivedRequest(message, NO_BODY)));
    });
    this.server.on('checkContinue', (message, response) => this.onRequest(message, response, true));
  }

  private onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const previous = this.latestResponse.get(socket);
    const [status, message] = parserFailure(error.code);
    const reject = () => void writeRawResponse(socket, this.handler.rejectRaw(status, message));
    // Responses keep the order of requests (RFC 9112 section 9.3.2): one to a complete request is sent first.
    if (previous?.req.complete && !previous.writableFinished) previous.once('finish', reject);
    else reject();
  }

  private deliver(response: ServerResponse, create: ResponseFactory): void {
    try {
      const created = create();
      if (created instanceof Promise)
        created.then((mockResponse) => this.send(response, mockResponse)).catch((error) => this.fail(response, error));
      else this.send(response, created);
    } catch (error) {
      this.fail(response, error);
    }
  }

  /** Reports a bug of the mock as a warning; the mock continues. */
  private fail(response: ServerResponse, error: unknown): void {
    process.emitWarning(error instanceof Error ? error : String(error));
    if (response.headersSent) response.destroy();
    else this.send(response, problemDetails(500, 'internal error of the mock; see its warnings'));
  }

  /** Writes at the end of the turn: each write on its own wakes its client, which costs more than making the response. */
  private send(response: ServerResponse, made: MockResponse): void {
    if (this.unwritten.push([response, made]) > 1) return;
    setImmediate(() => {
      for (const each of this.unwritten.splice(0)) this.write(...each);
    });
  }

  private write(response: ServerResponse, made: MockResponse): void {
    try {
      response.shouldKeepAlive &&= this.server.listening;
      writeResponse(response, made, () => !this.server.listening);
    } catch (error) {
      this.fail(response, error);
    }
  }
}

function parserFailure(code: string | undefined): [status: number, message: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'the request target or the headers are too long'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'the request took too long to arrive'];
    default:
      return [400, 'the request is not valid HTTP'];
  }
}
