import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Fault, FaultKind, Request, Target } from '../model.ts';
import { dial } from './dial.ts';
import { Pace } from './pace.ts';
import { proxyCredentials } from './proxy-agents.ts';
import { whyUnreachable } from './reachable.ts';
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
/** Milliseconds within which a service that closes after each answer has closed. */
const SETTLED = 300;

/** Sends requests with node:http, byte for byte as they are written, and returns what came back before any decoding. */
export function createHttpTarget(options: HttpTargetOptions): Target {
  const url = new URL(options.baseUrl);
  const secure = url.protocol === 'https:';
  const make = (agentOptions: http.AgentOptions) => agentFor(options.baseUrl, options, agentOptions);
  const agent = make({ keepAlive: true, maxSockets: options.connections, maxFreeSockets: options.connections });
  const pace = options.pace && new Pace(options.pace);
  const address = addressOf(url, options.proxy);
  const attempt = async (request: Request, signal: AbortSignal, through: http.Agent = agent) => {
    await pace?.turn(signal);
    const prepared = {
      ...address,
      method: request.method,
      path: address.pathPrefix + request.path,
      headers: wireHeaders(request, url.host, address.headers),
      agent: through,
    };
    const client = secure ? https.request(prepared) : http.request(prepared);
    return new Attempt(client, request, options.timeout, options.maxBody ?? MAX_BODY, signal).result;
  };
  return {
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    send: async (request, signal) => {
      const first = await attempt(request, signal);
      if (!first.stale || !('fault' in first.answer)) return first.answer;
      const { answer } = await attempt(request, signal, make({ keepAlive: false }));
      return 'fault' in answer ? answer : { ...answer, connection: { reused: false, reset: first.answer } };
    },
    keepsOpen: async (request, signal) => {
      const own = make({ keepAlive: true });
      await attempt(request, signal, own);
      await pause(SETTLED);
      const open = Object.keys(own.freeSockets).length > 0;
      own.destroy();
      return open;
    },
    whyUnreachable: (wait, signal) => whyUnreachable(() => dial(agent, url), wait, signal),
    close: async () => agent.destroy(),
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
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const length = request.body?.length ?? (/^(POST|PUT|PATCH)$/.test(request.method) ? 0 : undefined);
  const framing: [string, string][] =
    length === undefined || names.has('content-length') || names.has('transfer-encoding')
      ? []
      : [['content-length', String(length)]];
  const hostHeader: [string, string][] = names.has('host') ? [] : [['host', host]];
  return [...hostHeader, ...request.headers, ...extra, ...framing].flat();
}

interface Result {
  readonly answer: Answer | Fault;
  /** The kept connection was closed while it was idle: nothing is known of the request, so it may be sent again. */
  readonly stale: boolean;
}

/** Sockets that have carried a request; `reusedSocket` of node:http is not set for a request that had to wait for its socket. */
const used = new WeakSet<object>();

class Attempt {
  readonly result: Promise<Result>;
  private readonly client: http.ClientRequest;
  private readonly started = performance.now();
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private reused = false;
  private response: http.IncomingMessage | undefined;
  private settle: (result: Result) => void = () => {};
  private readonly timer: NodeJS.Timeout;
  private readonly signal: AbortSignal;
  private readonly onAbort = () => this.fault('aborted', 'the run was stopped');

  constructor(client: http.ClientRequest, request: Request, timeout: number, maxBody: number, signal: AbortSignal) {
    this.client = client;
    this.signal = signal;
    this.result = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.timer = setTimeout(() => this.fault('timeout', `no whole answer within ${timeout} ms`), timeout);
    if (signal.aborted) this.onAbort();
    signal.addEventListener('abort', this.onAbort, { once: true });
    client.on('socket', (socket) => {
      this.reused = used.has(socket);
      used.add(socket);
    });
    client.on('error', (error: NodeJS.ErrnoException) => this.failed(error));
    client.on('response', (response) => this.receive(response, maxBody));
    client.on('upgrade', (_, socket) => {
      socket.destroy();
      this.fault('garbage', 'the service switched to another protocol (101), unasked (RFC 9110 section 15.2.2)');
    });
    client.end(request.body);
  }

  private receive(response: http.IncomingMessage, maxBody: number): void {
    this.response = response;
    response.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.size += chunk.length;
      if (this.size > maxBody) this.fault('too-large', `the body is longer than ${maxBody} bytes; reading was stopped`);
    });
    response.on('end', () => this.done({ answer: this.answer(response, response.complete), stale: false }));
    response.on('error', (error: NodeJS.ErrnoException) => this.failed(error));
  }

  private failed(error: NodeJS.ErrnoException): void {
    const said = describe(error);
    if (error.code?.startsWith('HPE_')) this.fault('garbage', `not HTTP: ${error.message}`);
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
    const body = Buffer.concat(this.chunks);
    return {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      httpVersion: response.httpVersion,
      headers,
      bytes: complete ? body : body.subarray(0, MAX_PARTIAL),
      complete,
      ms: this.elapsed(),
      connection: { reused: this.reused },
    };
  }

  private done(result: Result): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.onAbort);
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
