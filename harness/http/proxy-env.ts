import { UsageError } from '../core/errors.ts';
import { isLoopback } from '../core/util/loopback.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy for a URL from HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY, in upper or lower case, as curl
 * and Go read them. Loopback addresses never use a proxy.
 * @throws {UsageError} for a proxy that is not an `http://` URL
 */
export function proxyFor(target: string, env: Environment): string | undefined {
  const url = new URL(target);
  const read = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const configured = read(name) ?? read('ALL_PROXY');
  if (configured === undefined || isLoopback(url.hostname) || isExempt(url, read('NO_PROXY') ?? '')) return undefined;
  const proxy = /^[a-z][a-z0-9+.-]*:\/\//i.test(configured) ? configured : `http://${configured}`;
  if (URL.canParse(proxy) && new URL(proxy).protocol === 'http:') return proxy;
  throw new UsageError(`${name} must be a URL like http://proxy.example:3128; only HTTP proxies are supported`);
}

/** Matches NO_PROXY: each entry is a host or a domain with its subdomains, optionally with a port; `*` matches every host. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const actualPort = port || (protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, host = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      if (wantedPort !== undefined && wantedPort !== actualPort) return false;
      const domain = host.replace(/^\*?\./, '');
      return host === '*' || hostname === domain || hostname.endsWith(`.${domain}`);
    });
}
