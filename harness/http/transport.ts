import * as http from 'node:http';
import * as https from 'node:https';
import { ForwardAgent, TunnelAgent } from './proxy-agents.ts';
import type { RateLimiterState } from './rate-limiter.ts';
import type { TlsSettings } from './tls.ts';

/** How a service is reached. Plain data, fit for a structured clone: Dredd's thread is handed it too. */
export interface Transport {
  readonly tls?: TlsSettings | undefined;
  /** URL of the proxy between. */
  readonly proxy?: string | undefined;
  /** Absent: as fast as the service answers. */
  readonly rateLimiter?: RateLimiterState | undefined;
}

/** The agent that makes the connections to a base URL. */
export function agentFor(baseUrl: string, { tls, proxy }: Transport, options: http.AgentOptions): http.Agent {
  const secure = /^https:/i.test(baseUrl);
  if (proxy !== undefined)
    return secure ? new TunnelAgent(proxy, { ...options, ...tls }) : new ForwardAgent(proxy, options);
  return secure ? new https.Agent({ ...options, ...tls }) : new http.Agent(options);
}
