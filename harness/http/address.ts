import { proxyCredentials } from './proxy-agents.ts';

/** Where requests to a base URL are sent. */
export interface Address {
  readonly host: string;
  readonly port: string | number;
  /** The base path; for a proxy, the absolute form of the target (RFC 9112 section 3.2.2). */
  readonly pathPrefix: string;
  readonly headers: readonly (readonly [string, string])[];
}

export function addressOf(url: URL, proxy: string | undefined): Address {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port || (url.protocol === 'https:' ? 443 : 80);
  const basePath = url.pathname.replace(/\/$/, '');
  if (proxy === undefined || url.protocol === 'https:') return { host, port, pathPrefix: basePath, headers: [] };
  return { host, port, pathPrefix: `http://${url.host}${basePath}`, headers: proxyCredentials(proxy) };
}
