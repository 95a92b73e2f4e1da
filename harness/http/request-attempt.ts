import type * as http from 'node:http';
import type { HttpRequest, HttpResponse, TransportError, TransportErrorKind } from '../core/model.ts';
import type { AbortRegistry } from './abort-registry.ts';
import { isReused } from './connection-pool.ts';
import { stallAwareTimeout } from './stall-aware-timeout.ts';
import { isCertificateError } from './tls.ts';

const MAX_PARTIAL = 64 * 1024;
/** Pieces of a body that are made one: a megabyte in chunks of one byte would take a hundred. */
const MANY_CHUNKS = 1024;

export interface AttemptResult {
  readonly response: HttpResponse | TransportError;
  /** The kept connection was closed while it was idle: nothing is known of the request, so it may be sent again. */
  readonly connectionWasStale: boolean;
}

export interface RequestLimits {
  /** Milliseconds for the whole answer. */
  readonly timeoutMs: number;
  /** Bytes of a body that are read at most. */
  readonly maxBodyBytes: number;
}

/** Up to so many bytes node:http sends a text in one piece with the headers, as it does not with bytes. */
const SMALL_BODY = 16 * 1024;

/** Each byte as one character: what node:http writes as Latin-1 are the same bytes. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** One request on its way, from its first byte to the last of the answer. */
export class RequestAttempt {
  readonly result: Promise<AttemptResult>;
  private readonly client: http.ClientRequest;
  private readonly started = performance.now();
  private readonly chunks: Buffer[] = [];
  private size = 0;
  /** How many of the chunks were made of many. */
  private merged = 0;
  private reused = false;
  private response: http.IncomingMessage | undefined;
  private resolve: (result: AttemptResult) => void = () => {};
  private readonly stopTimer: () => void;
  private readonly abortRegistry: AbortRegistry;

  constructor(
    client: http.ClientRequest,
    { body }: HttpRequest,
    { timeoutMs, maxBodyBytes }: RequestLimits,
    stops: AbortRegistry,
  ) {
    this.client = client;
    this.abortRegistry = stops;
    this.result = new Promise((resolve) => {
      this.resolve = resolve;
    });
    this.stopTimer = stallAwareTimeout(timeoutMs, () =>
      this.transportError('timeout', `no complete response within ${timeoutMs} ms`),
    );
    stops.add(this);
    client.on('socket', (socket) => {
      this.reused = isReused(socket);
    });
    client.on('error', (error: NodeJS.ErrnoException) => this.failed(error));
    client.on('response', (response) => this.receive(response, maxBodyBytes));
    client.on('upgrade', (_, socket) => {
      socket.destroy();
      this.transportError(
        'malformed',
        'the service switched to another protocol (101), unasked (RFC 9110 section 15.2.2)',
      );
    });
    if (body && body.length <= SMALL_BODY) client.end(latin1(body), 'latin1');
    else client.end(body);
  }

  stop(): void {
    this.transportError('aborted', 'the run was stopped');
  }

  private receive(response: http.IncomingMessage, maxBody: number): void {
    this.response = response;
    response.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      if (this.chunks.length - this.merged === MANY_CHUNKS) this.merge();
      this.size += chunk.length;
      if (this.size > maxBody)
        this.transportError('too-large', `the body is longer than ${maxBody} bytes; reading was stopped`);
    });
    response.on('end', () => {
      // Node's client drops a kept connection without an error where another response stands behind the one that was asked for.
      if (response.complete && this.client.shouldKeepAlive && this.client.socket?.destroyed)
        this.transportError('malformed', 'more than one response came to one request (RFC 9112 section 9.2)');
      else this.isDone({ response: this.toResponse(response, response.complete), connectionWasStale: false });
    });
    response.on('error', (error: NodeJS.ErrnoException) => this.failed(error));
  }

  private merge(): void {
    this.chunks.push(Buffer.concat(this.chunks.splice(this.merged)));
    this.merged++;
  }

  private failed(error: NodeJS.ErrnoException): void {
    const said = describe(error);
    if (error.code?.startsWith('HPE_') && this.response?.complete)
      this.transportError(
        'malformed',
        `more bytes behind the end of the answer than its length announces (${error.message})`,
      );
    else if (error.code?.startsWith('HPE_')) this.transportError('malformed', error.message);
    else if (this.response)
      this.transportError('truncated', `the response ended after ${this.size} bytes of its body (${said})`);
    else if (isConnectError(error)) this.transportError('connect', said);
    else this.transportError('reset', `the connection was closed before a response (${said})`, this.reused);
  }

  private transportError(kind: TransportErrorKind, detail: string, stale = false): void {
    const fault: TransportError = { kind: kind, detail, durationMs: this.elapsedMs() };
    const partial = this.response && { partial: this.toResponse(this.response, false) };
    this.isDone({ response: { ...fault, ...partial }, connectionWasStale: stale });
    this.client.destroy();
  }

  private toResponse(response: http.IncomingMessage, complete: boolean): HttpResponse {
    const { rawHeaders } = response;
    const headers: [string, string][] = [];
    for (let at = 0; at < rawHeaders.length; at += 2) headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
    // No part of a larger buffer, which it would keep in memory.
    const body = Buffer.concat(this.chunks, complete ? this.size : Math.min(this.size, MAX_PARTIAL));
    return {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      httpVersion: response.httpVersion,
      headers,
      body: body,
      complete,
      durationMs: this.elapsedMs(),
      connection: { reused: this.reused },
    };
  }

  private isDone(result: AttemptResult): void {
    this.stopTimer();
    this.abortRegistry.delete(this);
    this.resolve(result);
  }

  private elapsedMs(): number {
    return performance.now() - this.started;
  }
}

function isConnectError(error: NodeJS.ErrnoException): boolean {
  return error.syscall === 'connect' || error.syscall === 'getaddrinfo' || isCertificateError(error);
}

function describe(error: NodeJS.ErrnoException): string {
  return error.code && !error.message.includes(error.code) ? `${error.code}: ${error.message}` : error.message;
}
