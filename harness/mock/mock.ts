import { once } from 'node:events';
import type { Server } from 'node:http';
import type { ReceivedRequest } from '../core/received-request.ts';
import type { Contract } from '../openapi/contract.ts';
import { loadContract } from '../openapi/load.ts';
import type { MockMode } from './mock-mode.ts';
import { type MockRequest, RequestLog } from './request-log.ts';
import { type MockExchange, Responder } from './respond/respond.ts';
import { overrideHeaders } from './respond/response-headers.ts';
import { corsHeaders, isPreflight, preflightAnswer } from './server/cors.ts';
import { FaultInjection, type FaultInjectionOptions } from './server/fault-injection.ts';
import { createMockServer } from './server/server.ts';
import type { MockInterceptor, MockResponse } from './types.ts';

export interface MockOptions extends FaultInjectionOptions {
  /** A loaded contract, or the document to load. */
  readonly contract?: Contract;
  readonly spec?: string;
  readonly overlays?: readonly string[];
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default `live`: an accepted create answers with the record that was posted. */
  readonly mode?: MockMode;
  /** Whether scripts of other origins may use the mock; default true. */
  readonly cors?: boolean;
  /** Told of each request once it is answered. */
  readonly log?: (request: MockRequest) => void;
  readonly intercept?: MockInterceptor;
}

export interface Mock {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** The last requests that were answered, oldest first. */
  readonly requests: readonly MockRequest[];
  /** Loads now what the first answer would have to wait for: Prism, a quarter of a second. */
  warm(): Promise<void>;
  /** Serves another contract from the next request on. */
  reload(contract: Contract): void;
  /** Finishes open requests, cuts what does not end within a second, and closes. */
  close(): Promise<void>;
}

const DEFAULT_SPEC = 'spec/openapi.yaml';
/** Stands for bytes that are no HTTP. */
const UNREADABLE: ReceivedRequest = {
  method: '-',
  target: '-',
  path: '-',
  query: '',
  headers: {},
  body: new Uint8Array(),
};
/** Milliseconds that open requests are given when the mock closes. */
const GRACE = 1000;

/**
 * Starts a mock that keeps the contract on every request.
 * @example const mock = await startMock({ spec: 'openapi.yaml', port: 0 });
 * @throws {ContractError} for a document that cannot be worked with
 * @throws {Error} EADDRINUSE for a port in use
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = '127.0.0.1' } = options;
  const contract = options.contract ?? loadContract(options.spec ?? DEFAULT_SPEC, options.overlays);
  const desk = new Desk(contract, options);
  const server = createMockServer(desk);
  server.listen(port, host);
  await once(server, 'listening');
  const taken = portOf(server);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    port: taken,
    requests: desk.log.requests,
    warm: () => desk.warm(),
    reload: (next) => desk.reload(next),
    close: () => close(server),
  };
}

/** Takes requests from the front and has them answered by the contract of the moment. */
class Desk {
  readonly log: RequestLog;
  private readonly options: MockOptions;
  private readonly faultInjection: FaultInjection;
  private responder: Responder;

  constructor(contract: Contract, options: MockOptions) {
    this.options = options;
    this.log = new RequestLog(options.log);
    this.faultInjection = new FaultInjection(options);
    this.responder = this.responderOf(contract);
  }

  reload(contract: Contract): void {
    this.responder = this.responderOf(contract);
  }

  warm(): Promise<void> {
    return this.responder.engine.warm();
  }

  respond(request: ReceivedRequest): MockResponse | Promise<MockResponse> {
    const started = performance.now();
    if (this.options.cors !== false && isPreflight(request)) return preflightAnswer(request);
    const responded = this.responder.respond(request);
    const delay = this.faultInjection.delay();
    if (responded instanceof Promise) return responded.then((made) => this.delayed(request, made, delay, started));
    return this.delayed(request, responded, delay, started);
  }

  rejectRaw(status: number, message: string, request = UNREADABLE): MockResponse | Promise<MockResponse> {
    const judgement = { operation: undefined, problems: [{ status, message }], body: undefined };
    const made = this.responder.reject(status, message);
    const dispatch = (response: MockResponse) =>
      this.dispatch(request, { response: response, validation: judgement, delayMs: 0 }, performance.now());
    return made instanceof Promise ? made.then(dispatch) : dispatch(made);
  }

  private delayed(
    request: ReceivedRequest,
    made: MockExchange,
    delay: number,
    started: number,
  ): MockResponse | Promise<MockResponse> {
    const pause = Math.max(delay, made.delayMs);
    if (pause === 0) return this.dispatch(request, made, started);
    return new Promise((resolve) => {
      setTimeout(() => resolve(this.dispatch(request, made, started)), pause);
    });
  }

  private dispatch(request: ReceivedRequest, { response, validation }: MockExchange, started: number): MockResponse {
    this.log.add(request, validation, response.status, performance.now() - started);
    if (this.options.cors === false) return response;
    const cors = corsHeaders(request, response);
    return cors.length === 0 ? response : { ...response, headers: overrideHeaders(response.headers, cors) };
  }

  private responderOf(contract: Contract): Responder {
    const { mode = 'live', seed, intercept } = this.options;
    return new Responder(contract, { mode, seed, intercept, faultInjection: this.faultInjection });
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mock listens on no TCP port');
  return address.port;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), GRACE);
  await closed;
  clearTimeout(cut);
}
