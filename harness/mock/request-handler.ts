import { UsageError } from '../core/errors.ts';
import type { ReceivedRequest } from '../core/received-request.ts';
import type { RecordedExchange } from '../http/har/recorded-exchange.ts';
import type { Contract } from '../openapi/contract.ts';
import type { ResourceCorrections } from '../openapi/resources/corrections/corrections.ts';
import { type CallbackOptions, resolveCallbackOptions } from './callbacks/callback-options.ts';
import { CallbackSender } from './callbacks/callback-sender.ts';
import type { CallbackDelivery } from './callbacks/delivery.ts';
import { checkHandler, type Handlers } from './control/check-handlers.ts';
import { ControlHandler } from './control/control-handler.ts';
import type { Controlled } from './control/control-types.ts';
import { type MockHandler, type OverrideResponse, Overrides } from './control/overrides.ts';
import { controlPrefix } from './control/prefix.ts';
import { WorldState } from './control/world-state.ts';
import type { MockMode } from './mock-mode.ts';
import type { PrismEngine } from './prism/prism-engine.ts';
import { BackendProxy } from './proxy/backend-proxy.ts';
import { type ProxyOptions, resolveProxy } from './proxy/proxy-options.ts';
import { Replay } from './record/replay.ts';
import { type MockRequest, RequestLog } from './request-log.ts';
import { type MockExchange, Responder } from './respond/respond.ts';
import { overrideHeaders } from './respond/response-headers.ts';
import { AllowedHosts } from './server/allowed-hosts.ts';
import { corsHeaders, isPreflight, preflightResponse } from './server/cors.ts';
import { FaultInjection, type FaultInjectionOptions } from './server/fault-injection.ts';
import { PendingDelays } from './server/pending-delays.ts';
import type { RequestHandler } from './server/server.ts';
import type { MockInterceptor, MockResponse, SeedData } from './types.ts';
import { World } from './world/world.ts';

export interface RequestHandlerOptions extends FaultInjectionOptions {
  readonly mode?: MockMode | undefined;
  readonly seedData?: SeedData | undefined;
  readonly auth?: boolean | undefined;
  readonly validate?: 'reject' | 'warn' | 'error' | undefined;
  readonly proxy?: string | ProxyOptions | undefined;
  readonly control?: boolean | undefined;
  readonly handlers?: Handlers | undefined;
  readonly stateless?: boolean | undefined;
  readonly strictState?: boolean | undefined;
  readonly resources?: ResourceCorrections | undefined;
  readonly items?: number | undefined;
  readonly now?: (() => Date) | undefined;
  readonly cors?: boolean | undefined;
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly log?: ((request: MockRequest) => void) | undefined;
  readonly intercept?: MockInterceptor | undefined;
  /** How callbacks are sent; false: not at all. */
  readonly callbacks?: CallbackOptions | false | undefined;
  readonly onCallback?: ((delivery: CallbackDelivery) => void) | undefined;
  /** Exchanges whose responses are given to the same requests. */
  readonly replay?: readonly RecordedExchange[] | undefined;
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

/** Responds to requests by the current contract, and adds delays, CORS headers and the log. */
export class MockRequestHandler implements RequestHandler {
  readonly log: RequestLog;
  readonly delays = new PendingDelays();
  readonly overrides = new Overrides();
  readonly state: WorldState;
  readonly forwarder: BackendProxy | undefined;
  readonly callbacks: CallbackSender | undefined;
  /** The path below which the mock is steered; undefined if it is not. */
  controlPrefix: string | undefined;
  private readonly options: RequestHandlerOptions;
  private readonly allowedHosts: AllowedHosts;
  private readonly faultInjection: FaultInjection;
  private readonly control: ControlHandler;
  private responder: Responder;

  constructor(contract: Contract, options: RequestHandlerOptions) {
    this.options = options;
    this.log = new RequestLog(options.log);
    this.allowedHosts = new AllowedHosts(options.host ?? DEFAULT_HOST, options.allowedHosts ?? []);
    this.faultInjection = new FaultInjection(options);
    this.state = new WorldState(() => this.responder.world);
    this.responder = this.createResponder(contract);
    this.control = new ControlHandler(() => this.controlled());
    this.controlPrefix = options.control === false ? undefined : controlPrefix(contract);
    this.addHandlers();
    this.forwarder = options.proxy === undefined ? undefined : this.createForwarder(options.proxy);
    const { callbacks = {}, onCallback } = options;
    this.callbacks = callbacks
      ? new CallbackSender(() => this.contract, resolveCallbackOptions(callbacks), onCallback)
      : undefined;
  }

  get contract(): Contract {
    return this.responder.contract;
  }

  reload(contract: Contract): void {
    this.forwarder?.reload(contract);
    this.responder = this.createResponder(contract);
    if (this.controlPrefix !== undefined) this.controlPrefix = controlPrefix(contract);
  }

  /** Forgets overrides, recorded requests, changed settings, and all changes of records. */
  reset(): void {
    this.overrides.reset();
    this.addHandlers();
    this.faultInjection.reset();
    this.log.clear();
    this.callbacks?.log.clear();
    this.responder.rewind();
    this.state.reset();
  }

  /** Responds to an operation in another way, for some requests or for all. @throws {InputError} for an unknown operation */
  use(operation: string, respond: OverrideResponse | MockHandler, times?: number): void {
    checkHandler(operation, respond);
    this.overrides.add(this.contract, operation, respond, times);
  }

  private addHandlers(): void {
    for (const [operation, respond] of Object.entries(this.options.handlers ?? {})) this.use(operation, respond);
  }

  warm(): Promise<void> {
    return this.responder.engine.warm();
  }

  respond(request: ReceivedRequest): MockResponse | Promise<MockResponse> {
    const startedAt = performance.now();
    const deniedHost = this.allowedHosts.findViolation(request);
    if (deniedHost !== undefined) return this.rejectHost(request, deniedHost);
    if (this.options.cors !== false && isPreflight(request)) return preflightResponse(request);
    const { controlPrefix: prefix } = this;
    const controlled = prefix !== undefined && request.path.startsWith(prefix) && this.control.respond(request);
    if (controlled instanceof Promise) return controlled.then((response) => this.withCors(request, response));
    if (controlled) return this.withCors(request, controlled);
    const exchange = this.responder.respond(request);
    const delayMs = this.faultInjection.delay();
    if (exchange instanceof Promise) return exchange.then((made) => this.delay(request, made, delayMs, startedAt));
    return this.delay(request, exchange, delayMs, startedAt);
  }

  rejectRaw(status: number, message: string, request = UNREADABLE): MockResponse | Promise<MockResponse> {
    const validation = { operation: undefined, problems: [{ status, message }], body: undefined };
    const finish = (response: MockResponse) =>
      this.finish(request, { response, validation, delayMs: 0 }, performance.now());
    const response = this.responder.reject(status, message);
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

  private createForwarder(proxy: string | ProxyOptions): BackendProxy {
    const { overrides, faultInjection: faults, delays, log, options } = this;
    return new BackendProxy(resolveProxy(proxy), {
      ...{ overrides, faults, delays, log },
      current: () => this.responder,
      requiresAuth: options.auth !== false,
      rejectsViolations: options.validate === 'error',
      isForMock: (request) => this.isForMock(request),
      withHeaders: (request, response) => this.withCors(request, response),
    });
  }

  /** Without CORS headers. A browser must not be able to read even the error (RFC 9110 section 15.5.20). */
  private rejectHost(request: ReceivedRequest, host: string): MockResponse | Promise<MockResponse> {
    // The name may be pasted into a shell.
    const pasteable = /^[\w.-]+$/.test(host) ? host : 'NAME';
    const message = `the host ${host} is not allowed; start the mock with --allow-host ${pasteable}`;
    return this.rejectRaw(421, message, { ...request, headers: omit(request.headers, 'origin') });
  }

  private delay(
    request: ReceivedRequest,
    exchange: MockExchange,
    minDelayMs: number,
    startedAt: number,
  ): MockResponse | Promise<MockResponse> {
    const delayMs = Math.max(minDelayMs, exchange.delayMs);
    if (delayMs === 0) return this.finish(request, exchange, startedAt);
    return this.delays.wait(delayMs).then(() => this.finish(request, exchange, startedAt));
  }

  private finish(request: ReceivedRequest, { response, validation }: MockExchange, startedAt: number): MockResponse {
    const logged = this.log.add(request, validation, response, performance.now() - startedAt);
    const { operation, problems } = validation;
    if (operation && problems.length === 0) this.callbacks?.trigger(operation, request, logged);
    return this.withCors(request, response);
  }

  private controlled(): Controlled {
    const { log, overrides, state, contract, faultInjection: faults, controlPrefix: prefix = '', callbacks } = this;
    return { prefix, contract, log, overrides, faults, state, callbacks, reset: () => this.reset() };
  }

  private withCors(request: ReceivedRequest, response: MockResponse): MockResponse {
    if (this.options.cors === false) return response;
    const cors = corsHeaders(request, response);
    return cors.length === 0 ? response : { ...response, headers: overrideHeaders(response.headers, cors) };
  }

  private createResponder(contract: Contract): Responder {
    const { mode = 'live', seed, items, now, intercept, stateless, auth, validate } = this.options;
    const { strictState: strict = false, resources: corrections, seedData } = this.options;
    const { faultInjection, overrides } = this;
    const replay = this.options.replay && new Replay(contract, this.options.replay);
    if (replay?.count === 0) throw new UsageError('no exchange of the recording is with an operation of the document');
    const createWorld = (engine: PrismEngine) => new World(contract, engine, { strict, corrections, seedData });
    const responder = new Responder(contract, {
      ...{ mode, seed, items, now, intercept, auth, validate, faultInjection, overrides, replay },
      createWorld: stateless ? undefined : createWorld,
    });
    // Seed data that does not fit the document is an error now, not at the first request.
    if (seedData && !responder.world)
      throw new UsageError('Seed data needs a mock that keeps records: not a stateless, static or dynamic one.');
    return responder;
  }
}

function omit(headers: ReceivedRequest['headers'], name: string): ReceivedRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}
