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
  /** Seed of what is generated; without one every answer is another. */
  readonly seed?: string | undefined;
  readonly faultInjection?: FaultInjection | undefined;
}

/** Answers accepted requests: with the success of the document, or with what the request prefers. */
export class SuccessResponder {
  private readonly contract: Contract;
  private readonly engine: PrismEngine;
  private readonly errors: ErrorResponder;
  private readonly options: SuccessOptions;
  private readonly echoes = new WeakMap<NegotiatedResponse, { readonly echo: Echo | undefined }>();

  constructor(contract: Contract, engine: PrismEngine, refusals: ErrorResponder, options: SuccessOptions) {
    this.contract = contract;
    this.engine = engine;
    this.errors = refusals;
    this.options = options;
  }

  /** @param body the JSON that was posted, where it keeps its schema */
  respond(
    request: ReceivedRequest,
    operation: Operation,
    body: JsonValue | undefined,
    preferences: Preferences,
  ): MockResponse | Promise<MockResponse> {
    const accept = acceptHeader(request.headers);
    const failure = this.options.faultInjection?.failure(operation);
    if (failure !== undefined)
      return this.errors.fail(
        operation,
        failure,
        `${reasonPhrase(failure)}: a failure at random, as asked for`,
        accept,
      );
    const { response } = preferences;
    const reported = response && response.status >= 400 ? exampleForStatus(response.spec, response.status) : undefined;
    const example = preferences.example ?? reported;
    const dynamic = preferences.dynamic ?? (this.options.mode === 'dynamic' && example === undefined);
    if (response && response.status >= 400 && example === undefined && !dynamic)
      return this.errors.fail(
        operation,
        response.status,
        `${reasonPhrase(response.status)}: answered as preferred`,
        accept,
      );
    const seed = preferences.seed ?? this.options.seed;
    const planned = this.engine.negotiationFor({ operation, code: response?.status, example, dynamic, seed, accept });
    const posted = this.options.mode === 'live' && example === undefined && !dynamic ? body : undefined;
    if (planned instanceof Promise)
      return planned.then(
        (plan) => this.fulfill(request, operation, plan, posted),
        (error) => this.internalError(operation, error, accept),
      );
    return this.fulfill(request, operation, planned, posted);
  }

  private fulfill(
    request: ReceivedRequest,
    operation: Operation,
    plan: NegotiationResult,
    posted: JsonValue | undefined,
  ): MockResponse | Promise<MockResponse> {
    if (plan === NOT_ACCEPTABLE) return this.notAcceptable(request, operation);
    const echoed = posted === undefined ? undefined : this.echo(operation, plan)?.(posted, request.body);
    return { status: plan.status, headers: plan.headers, body: echoed ?? plan.bytes };
  }

  /** Prism can make no answer, for instance where a schema demands an endless value. */
  private internalError(
    operation: Operation,
    error: unknown,
    accept: string | undefined,
  ): MockResponse | Promise<MockResponse> {
    const reason = error instanceof Error ? error.message : String(error);
    process.emitWarning(`${operation.id}: no answer can be made: ${reason}`);
    return this.errors.fail(operation, 500, `no answer can be made from the document: ${reason}`, accept);
  }

  private echo(operation: Operation, plan: NegotiatedResponse): Echo | undefined {
    let known = this.echoes.get(plan);
    if (!known) {
      known = { echo: plan.status < 300 ? compileEcho(this.contract, operation, plan) : undefined };
      this.echoes.set(plan, known);
    }
    return known.echo;
  }

  private notAcceptable({ headers }: ReceivedRequest, operation: Operation): MockResponse | Promise<MockResponse> {
    const types = operation.responses.filter(({ key }) => /^2|default/.test(key)).flatMap(({ content }) => content);
    const known = [...new Set(types.map(({ type }) => type))].join(', ');
    const says = `header accept must allow ${known}, got ${JSON.stringify(acceptHeader(headers))}`;
    return this.errors.reject([operation], 406, says, acceptHeader(headers));
  }
}

/** The Accept header; undefined also where it asks for any type, as most clients do. */
export function acceptHeader({ accept }: ReceivedRequest['headers']): string | undefined {
  return accept === undefined || accept === '*/*' || accept === '' ? undefined : String(accept);
}
