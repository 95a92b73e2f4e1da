import type { ReceivedRequest } from '../core/received-request.ts';
import type { Contract } from '../openapi/contract.ts';
import type { MockMode } from './mock-mode.ts';
import { type MockRequest, RequestLog } from './request-log.ts';
import { type MockExchange, Responder } from './respond/respond.ts';
import { overrideHeaders } from './respond/response-headers.ts';
import { AllowedHosts } from './server/allowed-hosts.ts';
import { corsHeaders, isPreflight, preflightResponse } from './server/cors.ts';
import { FaultInjection, type FaultInjectionOptions } from './server/fault-injection.ts';
import { PendingDelays } from './server/pending-delays.ts';
import type { RequestHandler } from './server/server.ts';
import type { MockInterceptor, MockResponse } from './types.ts';

export interface RequestHandlerOptions extends FaultInjectionOptions {
  readonly mode?: MockMode | undefined;
  readonly cors?: boolean | undefined;
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly log?: ((request: MockRequest) => void) | undefined;
  readonly intercept?: MockInterceptor | undefined;
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
  private readonly options: RequestHandlerOptions;
  private readonly allowedHosts: AllowedHosts;
  private readonly faultInjection: FaultInjection;
  private responder: Responder;

  constructor(contract: Contract, options: RequestHandlerOptions) {
    this.options = options;
    this.log = new RequestLog(options.log);
    this.allowedHosts = new AllowedHosts(options.host ?? DEFAULT_HOST, options.allowedHosts ?? []);
    this.faultInjection = new FaultInjection(options);
    this.responder = this.createResponder(contract);
  }

  reload(contract: Contract): void {
    this.responder = this.createResponder(contract);
  }

  warm(): Promise<void> {
    return this.responder.engine.warm();
  }

  respond(request: ReceivedRequest): MockResponse | Promise<MockResponse> {
    const startedAt = performance.now();
    const deniedHost = this.allowedHosts.findViolation(request);
    if (deniedHost !== undefined) return this.rejectHost(request, deniedHost);
    if (this.options.cors !== false && isPreflight(request)) return preflightResponse(request);
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
    this.log.add(request, validation, response.status, performance.now() - startedAt);
    if (this.options.cors === false) return response;
    const cors = corsHeaders(request, response);
    return cors.length === 0 ? response : { ...response, headers: overrideHeaders(response.headers, cors) };
  }

  private createResponder(contract: Contract): Responder {
    const { mode = 'live', seed, intercept } = this.options;
    return new Responder(contract, { mode, seed, intercept, faultInjection: this.faultInjection });
  }
}

function omit(headers: ReceivedRequest['headers'], name: string): ReceivedRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}
