import type { JsonValue, Operation } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { MockMode } from '../mock-mode.ts';
import type { NegotiatedResponse } from '../prism/negotiated-response.ts';
import { type NegotiationResult, NOT_ACCEPTABLE, type PrismEngine } from '../prism/prism-engine.ts';
import type { FaultInjection } from '../server/fault-injection.ts';
import type { MockResponse } from '../types.ts';
import { compileEcho, type Echo } from './echo-body.ts';
import { type ErrorResponder, exampleForStatus } from './error-response.ts';
import type { Preferences } from './prefer-header.ts';
import { reasonPhrase } from './problem-details.ts';

export interface SuccessOptions {
  readonly mode: MockMode;
  /** Seed of generated values; without one, every response is different. */
  readonly seed?: string | undefined;
  readonly faultInjection?: FaultInjection | undefined;
}

/** Responds to valid requests with the documented success, or with the preferred response. */
export class SuccessResponder {
  private readonly contract: Contract;
  private readonly engine: PrismEngine;
  private readonly errors: ErrorResponder;
  private readonly options: SuccessOptions;
  private readonly echoes = new WeakMap<NegotiatedResponse, { readonly echo: Echo | undefined }>();

  constructor(contract: Contract, engine: PrismEngine, errors: ErrorResponder, options: SuccessOptions) {
    this.contract = contract;
    this.engine = engine;
    this.errors = errors;
    this.options = options;
  }

  /** @param body the posted JSON, if it is valid against its schema */
  respond(
    request: ReceivedRequest,
    operation: Operation,
    body: JsonValue | undefined,
    preferences: Preferences,
  ): MockResponse | Promise<MockResponse> {
    const accept = acceptHeader(request.headers);
    const failure = this.options.faultInjection?.failure(operation);
    if (failure !== undefined)
      return this.errors.fail(operation, failure, `${reasonPhrase(failure)}: injected failure`, accept);
    const { response } = preferences;
    const reported = response && response.status >= 400 ? exampleForStatus(response.spec, response.status) : undefined;
    const example = preferences.example ?? reported;
    const dynamic = preferences.dynamic ?? (this.options.mode === 'dynamic' && example === undefined);
    if (response && response.status >= 400 && example === undefined && !dynamic)
      return this.errors.fail(
        operation,
        response.status,
        `${reasonPhrase(response.status)}: preferred by the request`,
        accept,
      );
    const seed = preferences.seed ?? this.options.seed;
    const negotiated = this.engine.negotiationFor({
      operation,
      code: response?.status,
      example,
      dynamic,
      seed,
      accept,
    });
    const posted = this.options.mode === 'live' && example === undefined && !dynamic ? body : undefined;
    if (negotiated instanceof Promise)
      return negotiated.then(
        (result) => this.fulfill(request, operation, result, posted),
        (error) => this.internalError(operation, error, accept),
      );
    return this.fulfill(request, operation, negotiated, posted);
  }

  private fulfill(
    request: ReceivedRequest,
    operation: Operation,
    negotiated: NegotiationResult,
    posted: JsonValue | undefined,
  ): MockResponse | Promise<MockResponse> {
    if (negotiated === NOT_ACCEPTABLE) return this.notAcceptable(request, operation);
    const echoed = posted === undefined ? undefined : this.echoFor(operation, negotiated)?.(posted, request.body);
    return { status: negotiated.status, headers: negotiated.headers, body: echoed ?? negotiated.bytes };
  }

  /** Responds if Prism cannot create a response, e.g. because a schema requires an infinite value. */
  private internalError(
    operation: Operation,
    error: unknown,
    accept: string | undefined,
  ): MockResponse | Promise<MockResponse> {
    const reason = error instanceof Error ? error.message : String(error);
    process.emitWarning(`${operation.id}: cannot create a response: ${reason}`);
    return this.errors.fail(operation, 500, `cannot create a response from the document: ${reason}`, accept);
  }

  private echoFor(operation: Operation, negotiated: NegotiatedResponse): Echo | undefined {
    let cached = this.echoes.get(negotiated);
    if (!cached) {
      cached = { echo: negotiated.status < 300 ? compileEcho(this.contract, operation, negotiated) : undefined };
      this.echoes.set(negotiated, cached);
    }
    return cached.echo;
  }

  private notAcceptable({ headers }: ReceivedRequest, operation: Operation): MockResponse | Promise<MockResponse> {
    const types = operation.responses.filter(({ key }) => /^2|default/.test(key)).flatMap(({ content }) => content);
    const documented = [...new Set(types.map(({ type }) => type))].join(', ');
    const message = `header accept must allow ${documented}, got ${JSON.stringify(acceptHeader(headers))}`;
    return this.errors.reject([operation], 406, message, acceptHeader(headers));
  }
}

/** Returns the Accept header. @returns undefined if it is missing or accepts any type, as for most clients */
export function acceptHeader({ accept }: ReceivedRequest['headers']): string | undefined {
  return accept === undefined || accept === '*/*' || accept === '' ? undefined : String(accept);
}
