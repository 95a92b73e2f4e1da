import { isIP } from 'node:net';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { isLoopback } from '../../core/util/loopback.ts';

/**
 * Checks the `Host` header of a mock that only this machine is meant to reach.
 *
 * A web page can let its own host name resolve to 127.0.0.1 and read the responses as its own origin (DNS rebinding).
 * IP addresses and `localhost` cannot be rebound.
 */
export class AllowedHosts {
  private readonly isChecked: boolean;
  private readonly names: ReadonlySet<string>;
  /** Nearly all requests have the same one. */
  private latestAllowed: string | undefined;

  constructor(listenHost: string, names: readonly string[]) {
    this.isChecked = isLoopback(listenHost) && !names.includes('*');
    this.names = new Set([listenHost, ...names].map((name) => name.toLowerCase()));
  }

  /** Returns the host that is not allowed. @returns undefined if the request is allowed */
  findViolation({ headers: { host } }: ReceivedRequest): string | undefined {
    if (!this.isChecked || host === undefined || host === '' || host === this.latestAllowed) return undefined;
    const name = hostnameOf(String(host));
    const isAllowed = isIP(name) !== 0 || isLoopback(name) || this.names.has(name);
    if (isAllowed) this.latestAllowed = String(host);
    return isAllowed ? undefined : name;
  }
}

/** Removes port, brackets of IPv6, and the trailing dot of an absolute name. */
function hostnameOf(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(host)?.[1];
  return (bracketed ?? host.replace(/:\d*$/, '')).replace(/\.$/, '').toLowerCase();
}
