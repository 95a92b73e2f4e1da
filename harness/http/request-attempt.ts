import type * as http from 'node:http';
import type { HttpRequest, HttpResponse, TransportError, TransportErrorKind } from '../core/model.ts';
import type { ItemCounter } from '../openapi/streams/item-counter.ts';
import type { AbortRegistry } from './abort-registry.ts';
import { isReused } from './connection-pool.ts';
import { stallAwareTimeout } from './stall-aware-timeout.ts';
import { itemCounterFor, type StreamLimits } from './stream-limits.ts';
import { isCertificateError } from './tls.ts';

/** RFC 9110 section 15.2 sets no limit; a server that exceeds this never responds. */
const MAX_INTERIM_RESPONSES = 100;
const MAX_PARTIAL_BODY_BYTES = 64 * 1024;
/** Chunks are merged at this number: a megabyte in one-byte chunks would take a hundred times its size. */
const MAX_CHUNKS = 1024;
/** Up to this size, node:http sends a string body in one packet with the headers, but not bytes. */
const SMALL_BODY_BYTES = 16 * 1024;

export interface AttemptResult {
  readonly response: HttpResponse | TransportError;
  /** The keep-alive connection was closed while idle: the service has not seen the request, so it may be resent. */
  readonly connectionWasStale: boolean;
  /** The connection had carried another request before. */
  readonly wasReused: boolean;
}

export interface RequestLimits {
  /** Milliseconds until the response must be complete. */
  readonly timeoutMs: number;
  /** Maximum number of body bytes to read. */
  readonly maxBodyBytes: number;
  /** How much is read of a response that is a stream. */
  readonly stream: StreamLimits;
}

/** One request in flight, from its first byte to the last one of the response. */
export class RequestAttempt {
  readonly result: Promise<AttemptResult>;
  private readonly client: http.ClientRequest;
  private readonly limits: RequestLimits;
  private readonly abortRegistry: AbortRegistry;
  private readonly startedAt = performance.now();
  private readonly body = new BodyBuffer();
  private cancelTimeout: () => void;
  private isConnectionReused = false;
  /** Bytes that the connection had carried before this request. */
  private earlierBytes = 0;
  private isFinished = false;
  private response: http.IncomingMessage | undefined;
  private resolve: (result: AttemptResult) => void = () => {};

  constructor(client: http.ClientRequest, request: HttpRequest, limits: RequestLimits, abortRegistry: AbortRegistry) {
    const { timeoutMs } = limits;
    this.client = client;
    this.limits = limits;
    this.abortRegistry = abortRegistry;
    this.result = new Promise((resolve) => {
      this.resolve = resolve;
    });
    this.cancelTimeout = stallAwareTimeout(timeoutMs, () =>
      this.fail('timeout', `no complete response within ${timeoutMs} ms`),
    );
    abortRegistry.add(this);
    this.listen();
    sendBody(client, request.body);
  }

  stop(reason: string): void {
    this.fail('aborted', reason);
  }

  private listen(): void {
    const { client } = this;
    let interimResponses = 0;
    client.on('socket', (socket) => {
      this.isConnectionReused = isReused(socket);
      this.earlierBytes = socket.bytesRead;
    });
    client.on('error', (error: NodeJS.ErrnoException) => this.onError(error));
    client.on('response', (response) => this.receive(response));
    client.on('information', () => {
      if (++interimResponses > MAX_INTERIM_RESPONSES)
        this.fail('too-large', `more than ${MAX_INTERIM_RESPONSES} interim responses (1xx)`);
    });
    client.on('upgrade', (_, socket) => {
      socket.destroy();
      this.fail('malformed', 'the service switched protocols (101) without being asked (RFC 9110 section 15.2.2)');
    });
  }

  private receive(response: http.IncomingMessage): void {
    const { maxBodyBytes } = this.limits;
    this.response = response;
    const counter = itemCounterFor(response.headers['content-type']);
    if (counter) this.limitTime(response);
    response.on('data', (chunk: Buffer) => {
      this.body.append(chunk);
      if (counter) this.limitStream(response, counter, chunk);
      else if (this.body.size > maxBodyBytes) this.fail('too-large', `the body is longer than ${maxBodyBytes} bytes`);
    });
    response.on('end', () => {
      // node:http closes a keep-alive connection without an error if another response follows.
      if (response.complete && this.client.shouldKeepAlive && this.client.socket?.destroyed)
        this.fail('malformed', 'more than one response to one request (RFC 9112 section 9.2)');
      else this.finish(this.toResponse(response, response.complete));
    });
    response.on('error', (error: NodeJS.ErrnoException) => this.onError(error));
  }

  /** Of a stream, which need not end, the beginning is read. */
  private limitTime(response: http.IncomingMessage): void {
    this.cancelTimeout();
    this.cancelTimeout = stallAwareTimeout(this.limits.stream.maxTimeMs, () => this.endStream(response, 'time'));
  }

  private limitStream(response: http.IncomingMessage, counter: ItemCounter, chunk: Uint8Array): void {
    const { maxItems, maxBytes } = this.limits.stream;
    counter.add(chunk);
    const limit = counter.count >= maxItems ? 'items' : this.body.size >= maxBytes ? 'bytes' : undefined;
    // A stream that ends with this chunk was read to its end.
    if (limit) setImmediate(() => this.endStream(response, limit));
  }

  private endStream(response: http.IncomingMessage, streamLimit: HttpResponse['streamLimit']): void {
    if (this.isFinished) return;
    this.finish({ ...this.toResponse(response, true), streamLimit });
    this.client.destroy();
  }

  private onError(error: NodeJS.ErrnoException): void {
    const isParseError = error.code?.startsWith('HPE_') ?? false;
    const description = describe(error);
    if (isParseError && this.response?.complete)
      this.fail('malformed', `data after the end of the response, as given by its length (${error.message})`);
    else if (isParseError) this.fail('malformed', error.message);
    else if (this.response)
      this.fail('truncated', `the response ended after ${this.body.size} bytes of its body (${description})`);
    else if (isConnectError(error)) this.fail('connect', description);
    // An idle connection is closed without a byte (RFC 9112 section 9.5).
    else if ((this.client.socket?.bytesRead ?? 0) > this.earlierBytes)
      this.fail('truncated', `the response ended within its head (${description})`);
    else this.fail('reset', `the connection was closed before a response (${description})`, this.isConnectionReused);
  }

  private fail(kind: TransportErrorKind, detail: string, connectionWasStale = false): void {
    const error: TransportError = { kind, detail, durationMs: this.elapsedMs() };
    const partial = this.response && { partial: this.toResponse(this.response, false) };
    this.finish({ ...error, ...partial }, connectionWasStale);
    this.client.destroy();
  }

  private toResponse(response: http.IncomingMessage, complete: boolean): HttpResponse {
    const { rawHeaders } = response;
    const headers: [string, string][] = [];
    for (let at = 0; at < rawHeaders.length; at += 2) headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
    return {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      httpVersion: response.httpVersion,
      headers,
      body: this.body.toBytes(complete ? Number.POSITIVE_INFINITY : MAX_PARTIAL_BODY_BYTES),
      complete,
      durationMs: this.elapsedMs(),
      connection: { reused: this.isConnectionReused },
    };
  }

  private finish(response: AttemptResult['response'], connectionWasStale = false): void {
    this.isFinished = true;
    this.cancelTimeout();
    this.abortRegistry.delete(this);
    this.resolve({ response, connectionWasStale, wasReused: this.isConnectionReused });
  }

  private elapsedMs(): number {
    return performance.now() - this.startedAt;
  }
}

/** Collects the chunks of a body. */
class BodyBuffer {
  size = 0;
  private readonly chunks: Buffer[] = [];
  /** Number of chunks at the beginning that are merged ones. */
  private mergedCount = 0;

  append(chunk: Buffer): void {
    this.size += chunk.length;
    this.chunks.push(chunk);
    if (this.chunks.length - this.mergedCount < MAX_CHUNKS) return;
    this.chunks.push(Buffer.concat(this.chunks.splice(this.mergedCount)));
    this.mergedCount++;
  }

  /** Returns a copy: a view would keep the larger buffer in memory. */
  toBytes(maxBytes: number): Buffer {
    return Buffer.concat(this.chunks, Math.min(this.size, maxBytes));
  }
}

function sendBody(client: http.ClientRequest, body: Uint8Array | undefined): void {
  // node:http encodes a Latin-1 string as the same bytes.
  if (body && body.length <= SMALL_BODY_BYTES)
    client.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'), 'latin1');
  else client.end(body);
}

function isConnectError(error: NodeJS.ErrnoException): boolean {
  return error.syscall === 'connect' || error.syscall === 'getaddrinfo' || isCertificateError(error);
}

function describe(error: NodeJS.ErrnoException): string {
  return error.code && !error.message.includes(error.code) ? `${error.code}: ${error.message}` : error.message;
}
