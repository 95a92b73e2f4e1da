import type { ReceivedRequest } from '../core/received-request.ts';
import type { Contract } from '../openapi/contract.ts';
import type { MockMode } from './mock-mode.ts';
import { type MockRequest, RequestLog } from './request-log.ts';
import { type MockExchange, Responder } from './respond/respond.ts';
import { overrideHeaders } from './respond/response-headers.ts';
import { corsHeaders, isPreflight, preflightResponse } from './server/cors.ts';
import { FaultInjection, type FaultInjectionOptions } from './server/fault-injection.ts';
import { PendingDelays } from './server/pending-delays.ts';
import type { RequestHandler } from './server/server.ts';
import type { MockInterceptor, MockResponse } from './types.ts';

export interface RequestHandlerOptions extends FaultInjectionOptions {
  readonly mode?: MockMode | undefined;
  readonly cors?: boolean | undefined;
  readonly log?: ((request: MockRequest) => void) | undefined;
  readonly intercept?: MockInterceptor | undefined;
}

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
  private readonly faultInjection: FaultInjection;
  private responder: Responder;

  constructor(contract: Contract, options: RequestHandlerOptions) {
    this.options = options;
    this.log = new RequestLog(options.log);
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
