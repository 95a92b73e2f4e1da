import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Contract } from '../openapi/contract.ts';
import { requireDocument } from '../openapi/find-document.ts';
import { type LoadOptions, loadContract } from '../openapi/load.ts';
import type { MockMode } from './mock-mode.ts';
import { DEFAULT_HOST, MockRequestHandler } from './request-handler.ts';
import type { MockRequest } from './request-log.ts';
import type { FaultInjectionOptions } from './server/fault-injection.ts';
import { createMockServer } from './server/server.ts';
import type { MockInterceptor } from './types.ts';

export interface MockOptions extends FaultInjectionOptions, LoadOptions {
  /** A loaded contract; overrides `spec`. */
  readonly contract?: Contract;
  /** Path of the document. */
  readonly spec?: string;
  readonly overlays?: readonly string[];
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Further host names in the `Host` header, if the mock listens on loopback; `*` allows all. */
  readonly allowedHosts?: readonly string[];
  /** Default `live`: an accepted create responds with the record that was posted. */
  readonly mode?: MockMode;
  /** Whether scripts of other origins may use the mock; default true. */
  readonly cors?: boolean;
  /** Called for each request after its response is complete. */
  readonly log?: (request: MockRequest) => void;
  readonly intercept?: MockInterceptor;
}

export interface Mock {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** The most recent requests, oldest first. */
  readonly requests: readonly MockRequest[];
  /** Loads Prism now, a quarter of a second that the first response would otherwise take. */
  warm(): Promise<void>;
  /** Serves another contract from the next request on. */
  reload(contract: Contract): void;
  /** Ends delays, finishes open requests for up to a second, and closes. */
  close(): Promise<void>;
}

const CLOSE_GRACE_MS = 1000;

/**
 * Starts a mock whose responses all conform to the document.
 * @example const mock = await startMock({ spec: 'openapi.yaml', port: 0 });
 * @throws {InputError} for an unusable document
 * @throws {Error} EADDRINUSE for a port in use
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port: requestedPort = 0, host = DEFAULT_HOST } = options;
  const contract = options.contract ?? loadContract(options.spec ?? requireDocument(), options.overlays, options);
  const handler = new MockRequestHandler(contract, options);
  const server = createMockServer(handler);
  server.listen(requestedPort, host);
  await once(server, 'listening');
  const port = portOf(server);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requests: handler.log.requests,
    warm: () => handler.warm(),
    reload: (next) => handler.reload(next),
    close: () => {
      handler.delays.end();
      return close(server);
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mock does not listen on a TCP port');
  return address.port;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(timer);
}
