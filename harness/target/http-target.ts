import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Fault, FaultKind, Request, Target } from '../model.ts';
import { Connections, isReused } from './connections.ts';
import { dial } from './dial.ts';
import { fairTimer } from './fair-timer.ts';
import { Pace } from './pace.ts';
import { proxyCredentials } from './proxy-agents.ts';
import { whyUnreachable } from './reachable.ts';
import { Stops } from './stops.ts';
import { isCertificateError } from './tls.ts';
import { agentFor, type Transport } from './transport.ts';

export interface HttpTargetOptions extends Transport {
  readonly baseUrl: string;
  /** Milliseconds for the whole answer. */
  readonly timeout: number;
  /** Connections that are kept open. */
  readonly connections: number;
  /** Bytes of a body that are read at most; default 8 MiB. */
  readonly maxBody?: number;
}

const MAX_BODY = 8 * 1024 * 1024;
const MAX_PARTIAL = 64 * 1024;
/** Pieces of a body that are made one: a megabyte in chunks of one byte would take a hundred. */
const MANY_CHUNKS = 1024;
/** Milliseconds within which the close of a connection arrives that a service closes after its answer. */
const SETTLED = 10;
/** One drop may still be an idle connection that was closed at this very moment: as many times longer pauses are another moment. */
const ENOUGH_DROPS = 2;
const LONGER = 3;

/** Sends requests with node:http, byte for byte as they are written, and returns what came back before any decoding. */
export function createHttpTarget(options: HttpTargetOptions): Target {
  const url = new URL(options.baseUrl);
  const secure = url.protocol === 'https:';
  const make = (agentOptions: http.AgentOptions) => agentFor(options.baseUrl, options, agentOptions);
  const connections = new Connections({ count: options.connections, timeout: options.timeout, make });
  const pace = options.pace && new Pace(options.pace);
  const { host, port, pathPrefix, headers: extra } = addressOf(url, options.proxy);
  const limits = { timeout: options.timeout, maxBody: options.maxBody ?? MAX_BODY };
  const { turns } = connections;
  const attempt = async (request: Request, signal: AbortSignal, through?: http.Agent) => {
    const turn = turns.take();
    if (turn) await turn;
    try {
      if (pace) await pace.turn(signal);
      const { method } = request;
      const headers = wireHeaders(request, url.host, extra);
      const agent = through ?? connections.agent;
      const prepared = { host, port, method, path: pathPrefix + request.path, headers, agent };
      const client = secure ? https.request(prepared) : http.request(prepared);
      const answered = connections.watch(client, agent);
      const result = await new Attempt(client, request, limits, Stops.of(signal)).result;
      answered(!('fault' in result.answer));
      return result;
    } finally {
      turns.pass();
    }
  };
  return {
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    send: async (request, signal) => {
      const { agent } = connections;
      const first = await attempt(request, signal);
      if (!('fault' in first.answer)) return first.answer;
      // It waited for its turn while others were kept: that is over now.
      const starved = first.answer.fault === 'timeout' && agent !== connections.agent;
      if (starved) return (await attempt(request, signal)).answer;
      if (!first.stale) return first.answer;
      const { answer } = await attempt(request, signal, make({ keepAlive: false }));
      if (!('fault' in answer)) return { ...answer, connection: { reused: false, reset: first.answer } };
      // Where nobody listens any more, the connection was not closed because it was idle.
      return answer.fault === 'connect' ? first.answer : answer;
    },
    dropsRequests: async (requests, signal) => {
      const own = make({ keepAlive: true, maxSockets: 1 });
      let drops = 0;
      for (const request of requests) {
        const { answer } = await attempt(request, signal, own);
        if ('fault' in answer && answer.fault === 'reset') drops++;
        if (signal.aborted || drops >= ENOUGH_DROPS) break;
        await pause(SETTLED * LONGER ** drops);
      }
      own.destroy();
      return drops >= ENOUGH_DROPS;
    },
    whyUnreachable: (wait, signal) => whyUnreachable(() => dial(connections.agent, url), wait, signal),
    close: async () => connections.close(),
  };
}

/** Where connections lead, and what stands before each path: the base path, for a proxy the whole URL (RFC 9112 section 3.2.2). */
function addressOf(url: URL, proxy: string | undefined) {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port || (url.protocol === 'https:' ? 443 : 80);
  const basePath = url.pathname.replace(/\/$/, '');
  if (proxy === undefined || url.protocol === 'https:') return { host, port, pathPrefix: basePath, headers: [] };
  return { host, port, pathPrefix: `http://${url.host}${basePath}`, headers: proxyCredentials(proxy) };
}

/** Name and value in turn: node:http sends such a list as it stands, and adds nothing but `connection`. */
function wireHeaders(request: Request, host: string, extra: readonly (readonly [string, string])[]): string[] {
  const list: string[] = [];
  let [hosted, framed] = [false, false];
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    hosted ||= lower === 'host';
    framed ||= lower === 'content-length' || lower === 'transfer-encoding';
    list.push(name, value);
  }
  for (const [name, value] of extra) list.push(name, value);
  const length = request.body?.length ?? (/^(POST|PUT|PATCH)$/.test(request.method) ? 0 : undefined);
  if (length !== undefined && !framed) list.push('content-length', String(length));
  return hosted ? list : ['host', host, ...list];
}

interface Result {
  readonly answer: Answer | Fault;
  /** The kept connection was closed while it was idle: nothing is known of the request, so it may be sent again. */
  readonly stale: boolean;
}

interface Limits {
  /** Milliseconds for the whole answer. */
  readonly timeout: number;
  /** Bytes of a body that are read at most. */
  readonly maxBody: number;
}

/** Up to so many bytes node:http sends a text in one piece with the headers, as it does not with bytes. */
const SMALL_BODY = 16 * 1024;

/** Each byte as one character: what node:http writes as Latin-1 are the same bytes. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

class Attempt {
  readonly result: Promise<Result>;
  private readonly client: http.ClientRequest;
  private readonly started = performance.now();
  private readonly chunks: Buffer[] = [];
  private size = 0;
  /** How many of the chunks were made of many. */
  private merged = 0;
  private reused = false;
  private response: http.IncomingMessage | undefined;
  private settle: (result: Result) => void = () => {};
  private readonly stopTimer: () => void;
  private readonly stops: Stops;

  constructor(client: http.ClientRequest, { body }: Request, { timeout, maxBody }: Limits, stops: Stops) {
    this.client = client;
    this.stops = stops;
    this.result = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.stopTimer = fairTimer(timeout, () => this.fault('timeout', `no whole answer within ${timeout} ms`));
    stops.add(this);
    client.on('socket', (socket) => {
      this.reused = isReused(socket);
    });
    client.on('error', (error: NodeJS.ErrnoException) => this.failed(error));
    client.on('response', (response) => this.receive(response, maxBody));
    client.on('upgrade', (_, socket) => {
      socket.destroy();
      this.fault('garbage', 'the service switched to another protocol (101), unasked (RFC 9110 section 15.2.2)');
    });
    if (body && body.length <= SMALL_BODY) client.end(latin1(body), 'latin1');
    else client.end(body);
  }

  stop(): void {
    this.fault('aborted', 'the run was stopped');
  }

  private receive(response: http.IncomingMessage, maxBody: number): void {
    this.response = response;
    response.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      if (this.chunks.length - this.merged === MANY_CHUNKS) this.merge();
      this.size += chunk.length;
      if (this.size > maxBody) this.fault('too-large', `the body is longer than ${maxBody} bytes; reading was stopped`);
    });
    response.on('end', () => {
      // Node's client drops a kept connection without an error where another response stands behind the one that was asked for.
      if (response.complete && this.client.shouldKeepAlive && this.client.socket?.destroyed)
        this.fault('garbage', 'more than one response came to one request (RFC 9112 section 9.2)');
      else this.done({ answer: this.answer(response, response.complete), stale: false });
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
      this.fault('garbage', `more bytes behind the end of the answer than its length announces (${error.message})`);
    else if (error.code?.startsWith('HPE_')) this.fault('garbage', error.message);
    else if (this.response) this.fault('cut', `the answer broke off after ${this.size} bytes of its body (${said})`);
    else if (isConnectError(error)) this.fault('connect', said);
    else this.fault('reset', `the connection was closed before an answer (${said})`, this.reused);
  }

  private fault(kind: FaultKind, detail: string, stale = false): void {
    const fault: Fault = { fault: kind, detail, ms: this.elapsed() };
    const partial = this.response && { partial: this.answer(this.response, false) };
    this.done({ answer: { ...fault, ...partial }, stale });
    this.client.destroy();
  }

  private answer(response: http.IncomingMessage, complete: boolean): Answer {
    const { rawHeaders } = response;
    const headers = Array.from({ length: rawHeaders.length / 2 }, (_, index): [string, string] => [
      rawHeaders[2 * index] ?? '',
      rawHeaders[2 * index + 1] ?? '',
    ]);
    // No part of a larger buffer, which it would keep in memory.
    const body = Buffer.concat(this.chunks, complete ? this.size : Math.min(this.size, MAX_PARTIAL));
    return {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      httpVersion: response.httpVersion,
      headers,
      bytes: body,
      complete,
      ms: this.elapsed(),
      connection: { reused: this.reused },
    };
  }

  private done(result: Result): void {
    this.stopTimer();
    this.stops.delete(this);
    this.settle(result);
  }

  private elapsed(): number {
    return performance.now() - this.started;
  }
}

function isConnectError(error: NodeJS.ErrnoException): boolean {
  return error.syscall === 'connect' || error.syscall === 'getaddrinfo' || isCertificateError(error);
}

function describe(error: NodeJS.ErrnoException): string {
  return error.code && !error.message.includes(error.code) ? `${error.code}: ${error.message}` : error.message;
}
