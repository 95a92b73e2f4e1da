import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { documentPath, type ReceivedRequest } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Route } from '../../openapi/router.ts';
import type { DocumentOverrides } from '../control/overrides.ts';
import type { RequestLog } from '../request-log.ts';
import type { FaultInjection } from '../server/fault-injection.ts';
import type { PendingDelays } from '../server/pending-delays.ts';
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
  readonly overrides: DocumentOverrides;
  readonly faults: FaultInjection;
  readonly delays: PendingDelays;
  readonly log: RequestLog;
  /** Whether requests need the credentials that the document requires. */
  readonly requiresAuth: boolean;
  /** What is kept of a body, to be checked. */
  readonly maxBodyBytes: number;
  /** Whether violations become responses. */
  readonly rejectsViolations: boolean;
  current(): { readonly contract: Contract; readonly world: World | undefined };
  /** Adds headers of the mock, such as those of CORS. */
  withHeaders(request: ReceivedRequest, response: MockResponse): MockResponse;
}

/** A request that is for the backend. */
export interface IncomingCall {
  readonly message: IncomingMessage;
  /** The request without its body. */
  readonly head: ReceivedRequest;
  readonly route: Route;
  /** Path and query that the backend is sent. */
  readonly target: string;
  /** Whether the backend lacks the path below which this server has the document. */
  readonly isBelow: boolean;
}

/** Sends requests on to a real backend, and checks what passes. */
export class BackendProxy {
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

  /**
   * Sends a request on.
   * @param head the request without its body
   * @param mock responds in place of the backend; the body is undefined if it is too large
   * @returns false if the mock is to respond
   */
  forward(
    message: IncomingMessage,
    head: ReceivedRequest,
    response: ServerResponse,
    mock: (body: Uint8Array | undefined) => void,
  ): boolean {
    const call = this.take(message, head);
    if (!call) return false;
    const { host, backend, tools } = this;
    const exchange = new ProxiedExchange({ ...call, host, backend, tools, response, mock });
    exchange.run().catch((error: unknown) => {
      process.emitWarning(error instanceof Error ? error : String(error));
      response.destroy();
    });
    return true;
  }

  /** Connects the client with the backend in another protocol. @returns false if the mock is to respond */
  upgrade(message: IncomingMessage, head: ReceivedRequest, socket: Duplex, first: Buffer): boolean {
    const call = this.take(message, head);
    if (!call) return false;
    void forwardUpgrade({ ...call, log: this.host.log, backend: this.backend, socket, first });
    return true;
  }

  /** @returns undefined if the mock is to respond */
  private take(message: IncomingMessage, head: ReceivedRequest): IncomingCall | undefined {
    const { host, tools } = this;
    if (!isForwardable(message) || isOwnLoop(message, this.backend.gateway)) return undefined;
    const route = tools.router.routeRequest({ ...head, query: '' });
    const { operation } = route;
    // Nobody can have named an operation at a path that the document does not have.
    const isForwarded = operation
      ? tools.isForwarded(operation) && !host.overrides.has(operation)
      : this.options.only.length === 0;
    if (!isForwarded) return undefined;
    const isBelow = !this.options.keepsBasePath && head.basePath !== undefined;
    const query = head.query === '' ? '' : `?${head.query}`;
    return { message, head, route, isBelow, target: isBelow ? documentPath(head) + query : head.target };
  }
}
