import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { unsendableHeader } from '../core/http-field.ts';
import type { HttpClient, HttpRequest, HttpResponse, TransportError } from '../core/model.ts';
import { readArrived } from '../core/util/event-loop.ts';
import { AbortRegistry } from './abort-registry.ts';
import { type Address, addressOf } from './address.ts';
import { ConnectionPool } from './connection-pool.ts';
import { probeConnection } from './probe-connection.ts';
import { RateLimiter } from './rate-limiter.ts';
import { type AttemptResult, RequestAttempt, type RequestLimits } from './request-attempt.ts';
import { DEFAULT_STREAM_LIMITS, type StreamLimits, StreamPatience } from './stream-limits.ts';
import { agentFor, type Transport } from './transport.ts';
import { waitUntilReachable } from './wait-until-reachable.ts';

export interface HttpClientOptions extends Transport {
  readonly baseUrl: string;
  /** Milliseconds until the response must be complete. */
  readonly timeoutMs: number;
  /** Maximum number of keep-alive connections. */
  readonly connections: number;
  /** Maximum number of body bytes to read; default 8 MiB. */
  readonly maxBodyBytes?: number;
  /** How much is read of a response that is a stream. */
  readonly streamLimits?: StreamLimits | undefined;
}

const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** How long after its response the close of a connection can arrive. */
const CLOSE_GRACE_MS = 10;
/** One dropped request can still be a race with an idle close; a second one, after a longer pause, cannot. */
const MIN_DROPS = 2;
const PAUSE_FACTOR = 3;
/** How long a service is watched for an idle close, and how long all pauses together may take. */
const MAX_IDLE_MS = 1000;
const MAX_PAUSES_MS = 10_000;

/** Creates a client that sends requests byte for byte with node:http and returns responses before any decoding. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  return new NodeHttpClient(options);
}

class NodeHttpClient implements HttpClient {
  readonly baseUrl: string;
  private readonly options: HttpClientOptions;
  private readonly url: URL;
  private readonly address: Address;
  private readonly limits: Omit<RequestLimits, 'stream'>;
  private readonly patience: StreamPatience;
  private readonly connections: ConnectionPool;
  private readonly rateLimiter: RateLimiter | undefined;

  constructor(options: HttpClientOptions) {
    const { baseUrl, connections, timeoutMs, maxBodyBytes = MAX_BODY_BYTES, proxy, rateLimiter } = options;
    this.options = options;
    this.baseUrl = baseUrl.replace(/\/$/, '');
    this.url = new URL(baseUrl);
    this.address = addressOf(this.url, proxy);
    this.limits = { timeoutMs, maxBodyBytes };
    this.patience = new StreamPatience(options.streamLimits ?? DEFAULT_STREAM_LIMITS);
    const create = (agentOptions: http.AgentOptions) => this.createAgent(agentOptions);
    this.connections = new ConnectionPool({ count: connections, timeoutMs, create });
    this.rateLimiter = rateLimiter && new RateLimiter(rateLimiter);
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse | TransportError> {
    const unsendable = unsendableHeader(request.headers);
    if (unsendable !== undefined)
      return { kind: 'unsendable', detail: `HTTP cannot send ${unsendable}`, durationMs: 0 };
    const { connections } = this;
    const { agent } = connections;
    const first = await this.attempt(request, signal);
    if (!('kind' in first.response)) return first.response;
    // It starved behind keep-alive connections, which the pool has disabled since. On one of those, nothing is in its way.
    const starved = first.response.kind === 'timeout' && !first.wasReused && agent !== connections.agent;
    if (starved) return (await this.attempt(request, signal)).response;
    if (!first.connectionWasStale) return first.response;
    const { response } = await this.attempt(request, signal, this.createAgent({ keepAlive: false }));
    if (!('kind' in response)) return { ...response, connection: { reused: false, reset: first.response } };
    // If nothing listens any more, the connection was not closed because it was idle.
    return response.kind === 'connect' ? first.response : response;
  }

  async dropsRequests(requests: Iterable<HttpRequest>, signal: AbortSignal): Promise<boolean> {
    const agent = this.createAgent({ keepAlive: true, maxSockets: 1 });
    let drops = 0;
    let pausedMs = 0;
    let graceMs: number | undefined;
    for (const request of requests) {
      const { response } = await this.attempt(request, signal, agent);
      if ('kind' in response && response.kind === 'reset') drops++;
      if (signal.aborted || drops >= MIN_DROPS || pausedMs > MAX_PAUSES_MS) break;
      // A busy service closes late.
      graceMs ??= Math.max(CLOSE_GRACE_MS, PAUSE_FACTOR * ((await idleCloseMs(agent)) ?? 0));
      const pauseMs = graceMs * PAUSE_FACTOR ** drops;
      pausedMs += pauseMs;
      await pause(pauseMs);
    }
    agent.destroy();
    return drops >= MIN_DROPS;
  }

  waitUntilReachable(waitMs: number, signal: AbortSignal): Promise<string | undefined> {
    return waitUntilReachable(() => probeConnection(this.connections.agent, this.url), waitMs, signal);
  }

  async close(): Promise<void> {
    this.connections.close();
  }

  private createAgent(agentOptions: http.AgentOptions): http.Agent {
    return agentFor(this.options.baseUrl, this.options, agentOptions);
  }

  private async attempt(request: HttpRequest, signal: AbortSignal, ownAgent?: http.Agent): Promise<AttemptResult> {
    const { connections } = this;
    const acquired = connections.semaphore.acquire();
    if (acquired) await acquired;
    try {
      if (this.rateLimiter) await this.rateLimiter.wait(signal);
      const agent = ownAgent ?? connections.agent;
      const client = this.createRequest(request, agent);
      const onResult = connections.watch(client, agent);
      const limits = { ...this.limits, stream: this.patience.limitsFor(request.path) };
      const result = await new RequestAttempt(client, request, limits, AbortRegistry.forSignal(signal)).result;
      if ('streamLimit' in result.response && result.response.streamLimit === 'time')
        this.patience.onTimeout(request.path);
      onResult(result);
      return result;
    } finally {
      connections.semaphore.release();
    }
  }

  private createRequest(request: HttpRequest, agent: http.Agent): http.ClientRequest {
    const { host, port, pathPrefix, headers: extra } = this.address;
    const headers = rawHeaders(request, this.url.host, extra);
    const options = { host, port, method: request.method, path: pathPrefix + request.path, headers, agent };
    return this.url.protocol === 'https:' ? https.request(options) : http.request(options);
  }
}

/** Waits until what arrived by then is read: a connection that was closed no longer looks open. */
async function pause(durationMs: number): Promise<void> {
  await delay(durationMs);
  await readArrived();
}

/** How long after its response the service closes an idle connection; undefined if that takes longer than is waited for. */
async function idleCloseMs({ freeSockets }: http.Agent): Promise<number | undefined> {
  // The agent gets the socket back after the response.
  await pause(1);
  const [socket] = Object.values(freeSockets).flatMap((sockets) => sockets ?? []);
  if (socket === undefined) return 0;
  const since = performance.now();
  const waiting = new AbortController();
  const closed = new Promise<true>((resolve) => socket.once('close', () => resolve(true)));
  const isClosed = await Promise.race([closed, delay(MAX_IDLE_MS, false, { signal: waiting.signal })]);
  waiting.abort();
  return isClosed ? performance.now() - since : undefined;
}

/** Returns names and values alternately: node:http sends such a list unchanged and only adds `connection`. */
function rawHeaders(request: HttpRequest, host: string, extra: Address['headers']): string[] {
  const list: string[] = [];
  let [hasHost, hasLength] = [false, false];
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    hasHost ||= lower === 'host';
    hasLength ||= lower === 'content-length' || lower === 'transfer-encoding';
    list.push(name, value);
  }
  for (const [name, value] of extra) list.push(name, value);
  const length = request.body?.length ?? (/^(POST|PUT|PATCH)$/.test(request.method) ? 0 : undefined);
  if (length !== undefined && !hasLength) list.push('content-length', String(length));
  return hasHost ? list : ['host', host, ...list];
}
