import * as http from 'node:http';
import * as https from 'node:https';
import { ForwardAgent, TunnelAgent } from './proxy-agents.ts';
import type { RateLimiterState } from './rate-limiter.ts';
import type { TlsSettings } from './tls.ts';

/** How to connect to a service. Supports structured clone, because Dredd's worker thread gets it too. */
export interface Transport {
  readonly tls?: TlsSettings | undefined;
  /** URL of the proxy. */
  readonly proxy?: string | undefined;
  /** If absent, requests are not limited. */
  readonly rateLimiter?: RateLimiterState | undefined;
}

/** Creates an agent for connections to a base URL. */
export function agentFor(baseUrl: string, { tls, proxy }: Transport, options: http.AgentOptions): http.Agent {
  const secure = /^https:/i.test(baseUrl);
  if (proxy !== undefined)
    return secure ? new TunnelAgent(proxy, { ...options, ...tls }) : new ForwardAgent(proxy, options);
  return secure ? new https.Agent({ ...options, ...tls }) : new http.Agent(options);
}
