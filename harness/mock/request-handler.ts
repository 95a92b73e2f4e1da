import type { IncomingMessage } from 'node:http';
import { UsageError } from '../core/errors.ts';
import type { ReceivedRequest } from '../core/received-request.ts';
import type { Contract } from '../openapi/contract.ts';
import { DeliveryLog } from './callbacks/delivery.ts';
import { checkHandler, type Handlers } from './control/check-handlers.ts';
import { ControlHandler } from './control/control-handler.ts';
import type { Controlled } from './control/control-types.ts';
import { type MockHandler, type OverrideResponse, Overrides } from './control/overrides.ts';
import { controlPrefix } from './control/prefix.ts';
import { documentPathOf } from './control/served-document.ts';
import { DocumentMock } from './document-mock.ts';
import type { DocumentOptions, ResponseOptions } from './document-mock-options.ts';
import { type Destination, Mounts } from './mounts/mounts.ts';
import { type MockRequest, RequestLog } from './request-log.ts';
import { problemDetails } from './respond/problem-details.ts';
import type { MockExchange } from './respond/respond.ts';
import { overrideHeaders } from './respond/response-headers.ts';
import { AllowedHosts } from './server/allowed-hosts.ts';
import { corsHeaders, isPreflight, preflightResponse } from './server/cors.ts';
import { FaultInjection, type FaultInjectionOptions } from './server/fault-injection.ts';
import { PendingDelays } from './server/pending-delays.ts';
import { NO_BODY, toReceivedRequest } from './server/read-request.ts';
import type { Forwarder, RequestHandler } from './server/server.ts';
import type { MockResponse } from './types.ts';

export interface RequestHandlerOptions extends FaultInjectionOptions, ResponseOptions {
  readonly control?: boolean | undefined;
  /** Responses by operation, of whatever document. */
  readonly handlers?: Handlers | undefined;
  readonly cors?: boolean | undefined;
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly log?: ((request: MockRequest) => void) | undefined;
  /** How many requests are kept for whoever asks for them. */
  readonly keptRequests?: number | undefined;
}

export const DEFAULT_HOST = '127.0.0.1';

/** Stands for a request that is not HTTP. */
const UNREADABLE: ReceivedRequest = {
  method: '-',
  target: '-',
  path: '-',
  query: '',
  headers: {},
  body: new Uint8Array(),
};

/** Responds to requests by the documents, and adds delays, CORS headers and the log. */
export class MockRequestHandler implements RequestHandler {
  readonly log: RequestLog;
  readonly delays = new PendingDelays();
  readonly overrides = new Overrides();
  readonly deliveries = new DeliveryLog();
  readonly documents: readonly DocumentMock[];
  readonly forwarder: Forwarder | undefined;
  /** The path below which the mock is steered; undefined if it is not. */
  controlPrefix: string | undefined;
  private readonly options: RequestHandlerOptions;
  private readonly allowedHosts: AllowedHosts;
  private readonly faultInjection: FaultInjection;
  private readonly control: ControlHandler;
  private readonly mounts: Mounts;

  /** @throws {UsageError} for two documents below the same path */
  constructor(documents: readonly DocumentOptions[], options: RequestHandlerOptions) {
    this.options = options;
    this.log = new RequestLog(options.log, options.keptRequests);
    this.allowedHosts = new AllowedHosts(options.host ?? DEFAULT_HOST, options.allowedHosts ?? []);
    this.faultInjection = new FaultInjection(options);
    const { log, delays, overrides, deliveries, faultInjection: faults } = this;
    const withHeaders = (request: ReceivedRequest, response: MockResponse) => this.withCors(request, response);
    const shared = { log, delays, faults, overrides, deliveries, withHeaders };
    this.documents = documents.map((document) => new DocumentMock(document, options, shared));
    this.mounts = new Mounts(this.documents);
    this.check();
    this.addHandlers();
    this.control = new ControlHandler(() => this.controlled());
    this.controlPrefix = options.control === false ? undefined : controlPrefix(this.documents);
    this.forwarder = this.documents.some(({ backend }) => backend) ? this.createForwarder() : undefined;
  }

  /** @throws {UsageError} if its servers are now where another document is; then the previous contract stays */
  reload(document: DocumentMock, contract: Contract): void {
    const { contract: previous } = document;
    document.reload(contract);
    try {
      this.check();
    } catch (error) {
      document.reload(previous);
      throw error;
    }
    if (this.controlPrefix !== undefined) this.controlPrefix = controlPrefix(this.documents);
  }

  /** Forgets overrides, recorded requests, changed settings, and all changes of records. */
  reset(): void {
    this.overrides.reset();
    for (const document of this.documents) document.reset();
    this.addHandlers();
    this.faultInjection.reset();
    this.log.clear();
    this.deliveries.clear();
  }

  /** Responds to an operation in another way, for some requests or for all. @throws {InputError} for an unknown operation */
  use(operation: string, respond: OverrideResponse | MockHandler, times?: number): void {
    checkHandler(operation, respond);
    this.overrides.add(this.documents, operation, respond, times);
  }

  private check(): void {
    this.mounts.check();
    if (this.options.replay && this.documents.every(({ responder }) => responder.replayableCount === 0))
      throw new UsageError('no exchange of the recording is with an operation of the document');
  }

  private addHandlers(): void {
    for (const [operation, respond] of Object.entries(this.options.handlers ?? {})) this.use(operation, respond);
  }

  async warm(): Promise<void> {
    for (const { responder } of this.documents) await responder.engine.warm();
  }

  /** Resolves when all callbacks that were caused so far are sent. */
  async callbacksSent(): Promise<void> {
    await Promise.all(this.documents.map(({ callbacks }) => callbacks?.settled()));
  }

  async closeCallbacks(): Promise<void> {
    await Promise.all(this.documents.map(({ callbacks }) => callbacks?.close()));
  }

  respond(received: ReceivedRequest): MockResponse | Promise<MockResponse> {
    const startedAt = performance.now();
    const deniedHost = this.allowedHosts.findViolation(received);
    if (deniedHost !== undefined) return this.rejectHost(received, deniedHost);
    if (this.options.cors !== false && isPreflight(received)) return preflightResponse(received);
    const { controlPrefix: prefix } = this;
    const controlled = prefix !== undefined && received.path.startsWith(prefix) && this.control.respond(received);
    if (controlled instanceof Promise) return controlled.then((response) => this.withCors(received, response));
    if (controlled) return this.withCors(received, controlled);
    const destination = this.mounts.find(received);
    if (!destination) return this.rejectPath(received, startedAt);
    const exchange = destination.document.responder.respond(destination.request);
    const delayMs = this.faultInjection.delay();
    if (exchange instanceof Promise) return exchange.then((made) => this.delay(destination, made, delayMs, startedAt));
    return this.delay(destination, exchange, delayMs, startedAt);
  }

  rejectRaw(status: number, message: string, request = UNREADABLE): MockResponse | Promise<MockResponse> {
    const validation = { operation: undefined, problems: [{ status, message }], body: undefined };
    const finish = (response: MockResponse) =>
      this.finish(request, { response, validation, delayMs: 0 }, performance.now());
    const document = this.mounts.find(request)?.document ?? this.documents[0];
    const response = document?.responder.reject(status, message) ?? problemDetails(status, message);
    return response instanceof Promise ? response.then(finish) : finish(response);
  }

  /** True for a request that no backend is to see. */
  private isForMock(request: ReceivedRequest): boolean {
    if (this.allowedHosts.findViolation(request) !== undefined) return true;
    if (this.options.cors !== false && isPreflight(request)) return true;
    const { path } = request;
    return (
      this.controlPrefix !== undefined && (path === this.controlPrefix || path.startsWith(`${this.controlPrefix}/`))
    );
  }

  private createForwarder(): Forwarder {
    const find = (message: IncomingMessage) => {
      const head = toReceivedRequest(message, NO_BODY);
      return this.isForMock(head) ? undefined : this.mounts.find(head);
    };
    return {
      forward: (message, response, mock) => {
        const found = find(message);
        return found?.document.backend?.forward(message, found.request, response, mock) ?? false;
      },
      upgrade: (message, socket, first) => {
        const found = find(message);
        return found?.document.backend?.upgrade(message, found.request, socket, first) ?? false;
      },
    };
  }

  /** Without CORS headers. A browser must not be able to read even the error (RFC 9110 section 15.5.20). */
  private rejectHost(request: ReceivedRequest, host: string): MockResponse | Promise<MockResponse> {
    // The name may be pasted into a shell.
    const pasteable = /^[\w.-]+$/.test(host) ? host : 'NAME';
    const message = `the host ${host} is not allowed; start the mock with --allow-host ${pasteable}`;
    return this.rejectRaw(421, message, { ...request, headers: omit(request.headers, 'origin') });
  }

  private rejectPath(request: ReceivedRequest, startedAt: number): MockResponse {
    const served = this.documents.map((document) => `${documentPathOf(document)} (${document.contract.document.file})`);
    const message = `no document is served at ${request.path}; there is ${served.join(', ')}`;
    const validation = { operation: undefined, problems: [{ status: 404, message }], body: undefined };
    return this.finish(request, { response: problemDetails(404, message), validation, delayMs: 0 }, startedAt);
  }

  private delay(
    destination: Destination,
    exchange: MockExchange,
    minDelayMs: number,
    startedAt: number,
  ): MockResponse | Promise<MockResponse> {
    const { request, document } = destination;
    const delayMs = Math.max(minDelayMs, exchange.delayMs);
    if (delayMs === 0) return this.finish(request, exchange, startedAt, document);
    return this.delays.wait(delayMs).then(() => this.finish(request, exchange, startedAt, document));
  }

  private finish(
    request: ReceivedRequest,
    { response, validation }: MockExchange,
    startedAt: number,
    document?: DocumentMock,
  ): MockResponse {
    const logged = this.log.add(request, validation, response, performance.now() - startedAt);
    const { operation, problems } = validation;
    if (operation && problems.length === 0) document?.callbacks?.trigger(operation, request, logged);
    return this.withCors(request, response);
  }

  private controlled(): Controlled {
    const { log, overrides, documents, deliveries, faultInjection: faults, controlPrefix: prefix = '' } = this;
    return { prefix, documents, log, overrides, faults, deliveries, reset: () => this.reset() };
  }

  private withCors(request: ReceivedRequest, response: MockResponse): MockResponse {
    if (this.options.cors === false) return response;
    const cors = corsHeaders(request, response);
    return cors.length === 0 ? response : { ...response, headers: overrideHeaders(response.headers, cors) };
  }
}

function omit(headers: ReceivedRequest['headers'], name: string): ReceivedRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}
