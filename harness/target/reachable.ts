import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL = 100;
const CONNECT_TIMEOUT = 3000;

/**
 * Waits until something listens at the URL's host and port.
 * @param wait milliseconds to keep trying; 0 tries once
 * @returns undefined once it listens, else why not
 */
export async function whyUnreachable(baseUrl: string, wait: number, signal: AbortSignal): Promise<string | undefined> {
  const url = new URL(baseUrl);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const deadline = performance.now() + wait;
  for (;;) {
    const reason = await tryConnect(url.hostname.replace(/^\[|\]$/g, ''), port);
    if (reason === undefined || performance.now() >= deadline || signal.aborted) return reason;
    await pause(INTERVAL, undefined, { signal }).catch(() => undefined);
  }
}

function tryConnect(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT });
    const settle = (reason: string | undefined) => {
      socket.destroy();
      resolve(reason);
    };
    socket.once('connect', () => settle(undefined));
    socket.once('timeout', () => settle(`no connection within ${CONNECT_TIMEOUT} ms`));
    socket.once('error', (error: NodeJS.ErrnoException) => settle(error.message || String(error.code)));
  });
}
