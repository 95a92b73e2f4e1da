import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpClient, HttpRequest } from '../core/model.ts';
import { AbortRegistry } from './abort-registry.ts';
import { ConnectionPool } from './connection-pool.ts';
import { probeConnection } from './probe-connection.ts';
import { proxyCredentials } from './proxy-agents.ts';
import { RateLimiter } from './rate-limiter.ts';
import { RequestAttempt } from './request-attempt.ts';
import { agentFor, type Transport } from './transport.ts';
import { waitUntilReachable } from './wait-until-reachable.ts';

export interface HttpClientOptions extends Transport {
  readonly baseUrl: string;
  /** Milliseconds for the whole answer. */
  readonly timeoutMs: number;
  /** Connections that are kept open. */
  readonly connections: number;
  /** Bytes of a body that are read at most; default 8 MiB. */
  readonly maxBodyBytes?: number;
}

const MAX_BODY = 8 * 1024 * 1024;
/** Milliseconds within which the close of a connection arrives that a service closes after its answer. */
const CLOSE_GRACE_MS = 10;
/** One drop may still be an idle connection that was closed at this very moment: as many times longer pauses are another moment. */
const MIN_DROPS = 2;
const PAUSE_FACTOR = 3;

/** Sends requests with node:http, byte for byte as they are written, and returns what came back before any decoding. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const url = new URL(options.baseUrl);
  const secure = url.protocol === 'https:';
  const make = (agentOptions: http.AgentOptions) => agentFor(options.baseUrl, options, agentOptions);
  const connections = new ConnectionPool({ count: options.connections, timeoutMs: options.timeoutMs, create: make });
  const pace = options.rateLimiter && new RateLimiter(options.rateLimiter);
  const { host, port, pathPrefix, headers: extra } = addressOf(url, options.proxy);
  const limits = { timeoutMs: options.timeoutMs, maxBodyBytes: options.maxBodyBytes ?? MAX_BODY };
  const { semaphore } = connections;
  const attempt = async (request: HttpRequest, signal: AbortSignal, through?: http.Agent) => {
    const turn = semaphore.acquire();
    if (turn) await turn;
    try {
      if (pace) await pace.wait(signal);
      const { method } = request;
      const headers = wireHeaders(request, url.host, extra);
      const agent = through ?? connections.agent;
      const prepared = { host, port, method, path: pathPrefix + request.path, headers, agent };
      const client = secure ? https.request(prepared) : http.request(prepared);
      const answered = connections.watch(client, agent);
      const result = await new RequestAttempt(client, request, limits, AbortRegistry.forSignal(signal)).result;
      answered(!('kind' in result.response));
      return result;
    } finally {
      semaphore.release();
    }
  };
  return {
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    send: async (request, signal) => {
      const { agent } = connections;
      const first = await attempt(request, signal);
      if (!('kind' in first.response)) return first.response;
      // It waited for its turn while others were kept: that is over now.
      const starved = first.response.kind === 'timeout' && agent !== connections.agent;
      if (starved) return (await attempt(request, signal)).response;
      if (!first.connectionWasStale) return first.response;
      const { response } = await attempt(request, signal, make({ keepAlive: false }));
      if (!('kind' in response)) return { ...response, connection: { reused: false, reset: first.response } };
      // Where nobody listens any more, the connection was not closed because it was idle.
      return response.kind === 'connect' ? first.response : response;
    },
    dropsRequests: async (requests, signal) => {
      const own = make({ keepAlive: true, maxSockets: 1 });
      let drops = 0;
      for (const request of requests) {
        const { response } = await attempt(request, signal, own);
        if ('kind' in response && response.kind === 'reset') drops++;
        if (signal.aborted || drops >= MIN_DROPS) break;
        await pause(CLOSE_GRACE_MS * PAUSE_FACTOR ** drops);
      }
      own.destroy();
      return drops >= MIN_DROPS;
    },
    waitUntilReachable: (wait, signal) =>
      waitUntilReachable(() => probeConnection(connections.agent, url), wait, signal),
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
function wireHeaders(request: HttpRequest, host: string, extra: readonly (readonly [string, string])[]): string[] {
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
