import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Route } from '../../openapi/router.ts';
import type { Overrides } from '../control/overrides.ts';
import type { RequestLog } from '../request-log.ts';
import type { FaultInjection } from '../server/fault-injection.ts';
import type { PendingDelays } from '../server/pending-delays.ts';
import { NO_BODY, toReceivedRequest } from '../server/read-request.ts';
import type { Forwarder } from '../server/server.ts';
import type { MockResponse } from '../types.ts';
import type { World } from '../world/world.ts';
import { Backend } from './backend.ts';
import { isForwardable, isOwnLoop } from './forward-headers.ts';
import { ProxiedExchange } from './proxied-exchange.ts';
import type { ResolvedProxy } from './proxy-options.ts';
import { ProxyTools } from './proxy-tools.ts';
import { forwardUpgrade } from './upgrade.ts';

/** What the proxy needs of the mock around it. */
export interface ProxyHost {
  readonly overrides: Overrides;
  readonly faults: FaultInjection;
  readonly delays: PendingDelays;
  readonly log: RequestLog;
  /** Whether requests need the credentials that the document requires. */
  readonly requiresAuth: boolean;
  /** Whether violations become responses. */
  readonly rejectsViolations: boolean;
  current(): { readonly contract: Contract; readonly world: World | undefined };
  /** True for a request that no backend is to see. */
  isForMock(request: ReceivedRequest): boolean;
  /** Adds headers of the mock, such as those of CORS. */
  withHeaders(request: ReceivedRequest, response: MockResponse): MockResponse;
}

/** A request that is for the backend. */
export interface IncomingCall {
  readonly message: IncomingMessage;
  /** The request without its body. */
  readonly head: ReceivedRequest;
  readonly route: Route;
}

/** Sends requests on to a real backend, and checks what passes. */
export class BackendProxy implements Forwarder {
  private readonly backend: Backend;
  private readonly host: ProxyHost;
  private readonly options: ResolvedProxy;
  private tools: ProxyTools;

  /** @throws {UsageError} for a selector that matches no operation */
  constructor(options: ResolvedProxy, host: ProxyHost) {
    this.options = options;
    this.host = host;
    this.backend = new Backend(options);
    this.tools = new ProxyTools(options, host.current().contract, host.requiresAuth);
  }

  /** @throws {UsageError} for a selector that matches no operation of the new contract */
  reload(contract: Contract): void {
    this.tools = new ProxyTools(this.options, contract, this.host.requiresAuth);
  }

  forward(message: IncomingMessage, response: ServerResponse, mock: (body: Uint8Array | undefined) => void): boolean {
    const call = this.take(message);
    if (!call) return false;
    const { host, backend, tools } = this;
    const exchange = new ProxiedExchange({ ...call, host, backend, tools, response, mock });
    exchange.run().catch((error: unknown) => {
      process.emitWarning(error instanceof Error ? error : String(error));
      response.destroy();
    });
    return true;
  }

  upgrade(message: IncomingMessage, socket: Duplex, first: Buffer): boolean {
    const call = this.take(message);
    if (!call) return false;
    void forwardUpgrade({ ...call, log: this.host.log, backend: this.backend, socket, first });
    return true;
  }

  /** @returns undefined if the mock is to respond */
  private take(message: IncomingMessage): IncomingCall | undefined {
    const head = toReceivedRequest(message, NO_BODY);
    const { host, tools } = this;
    if (host.isForMock(head) || !isForwardable(message) || isOwnLoop(message, this.backend.gateway)) return undefined;
    const route = tools.router.route(head.method, head.path);
    const { operation } = route;
    // Nobody can have named an operation at a path that the document does not have.
    const isForwarded = operation
      ? tools.isForwarded(operation) && !host.overrides.has(operation)
      : this.options.only.length === 0;
    return isForwarded ? { message, head, route } : undefined;
  }
}
