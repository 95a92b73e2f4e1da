import type { Agent } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { stallAwareTimeout } from './stall-aware-timeout.ts';

/** Includes the TLS handshake. */
const CONNECT_TIMEOUT_MS = 3000;

/**
 * Connects as the agent would, through its proxy and with its certificates, and closes the connection.
 * @throws the error that prevented it
 */
export async function probeConnection(agent: Agent, { hostname, port, protocol }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'https:';
  const address = { host, port: Number(port || (secure ? 443 : 80)) };
  const { options: agentOptions } = agent as Agent & { readonly options: object };
  const options = { ...agentOptions, ...address, ...(secure && !isIP(host) ? { servername: host } : {}) };
  const { promise, settle } = deferred();
  const cancelTimeout = stallAwareTimeout(CONNECT_TIMEOUT_MS, () =>
    settle(new Error(`no connection within ${CONNECT_TIMEOUT_MS} ms`)),
  );
  const watch = (socket: Duplex | null | undefined) => {
    socket?.once(secure ? 'secureConnect' : 'connect', () => settle(undefined)).on('error', settle);
    promise.catch(() => undefined).finally(() => socket?.destroy());
  };
  watch(agent.createConnection(options, (error, socket) => (error ? settle(error) : watch(socket))));
  try {
    await promise;
  } finally {
    cancelTimeout();
  }
}

/** Returns a promise that `settle` rejects with an error or resolves without one; only its first call counts. */
function deferred(): { readonly promise: Promise<void>; readonly settle: (error: Error | undefined) => void } {
  let settle: (error: Error | undefined) => void = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve());
  });
  return { promise, settle };
}
