import type { JsonObject, JsonValue, Operation, Parameter } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { MockMode } from '../mock-mode.ts';
import type { NegotiatedResponse } from '../prism/negotiated-response.ts';
import { type NegotiationResult, NOT_ACCEPTABLE, type PrismEngine } from '../prism/prism-engine.ts';
import type { FaultInjection } from '../server/fault-injection.ts';
import type { MockResponse } from '../types.ts';
import type { World } from '../world/world.ts';
import { WorldResponder } from '../world/world-responder.ts';
import { compileEcho, type Echo } from './echo-body.ts';
import { compileParameterEcho, type ParameterEcho } from './echo-parameters.ts';
import { type ErrorResponder, exampleForStatus } from './error-response.ts';
import type { Preferences } from './prefer-header.ts';
import { reasonPhrase, undocumentedResponse } from './problem-details.ts';
import { StreamResponder, type StreamSettings } from './stream-response.ts';

export interface SuccessOptions {
  readonly mode: MockMode;
  /** Seed of generated values; without one, every response is different. */
  readonly seed?: string | undefined;
  /** Length of a generated list. */
  readonly items?: number | undefined;
  /** The clock, around whose day the dates are. */
  readonly now?: (() => Date) | undefined;
  readonly streams: StreamSettings;
  readonly faultInjection?: FaultInjection | undefined;
  /** The records that the mock keeps; undefined if each response depends on its request alone. */
  readonly createWorld?: ((engine: PrismEngine) => World) | undefined;
}

/** What a valid request has for the mock to respond to. */
export interface AcceptedRequest {
  readonly request: ReceivedRequest;
  readonly operation: Operation;
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  /** The posted JSON, if it is valid against its schema. */
  readonly body: JsonValue | undefined;
  readonly form: JsonObject | undefined;
  readonly preferences: Preferences;
}

/** What a request has posted, and its bytes if they are JSON. */
interface PostedBody {
  readonly posted: JsonValue | undefined;
  readonly sent: Uint8Array | undefined;
  /** The parameters, if the response may show them. */
  readonly asked: AcceptedRequest['parameters'] | undefined;
}

/** What a response shows of requests. */
interface Echoes {
  readonly echo: Echo | undefined;
  readonly ofParameters: ParameterEcho | undefined;
}

/** Responds to valid requests with the documented success, or with the preferred response. */
export class SuccessResponder {
  private readonly contract: Contract;
  private readonly engine: PrismEngine;
  private readonly errors: ErrorResponder;
  private readonly options: SuccessOptions;
  private readonly records: WorldResponder | undefined;
  readonly streams: StreamResponder;
  private readonly echoes = new WeakMap<NegotiatedResponse, Echoes>();

  constructor(contract: Contract, engine: PrismEngine, errors: ErrorResponder, options: SuccessOptions) {
    this.contract = contract;
    this.engine = engine;
    this.errors = errors;
    this.options = options;
    const { mode, createWorld, streams } = options;
    this.streams = new StreamResponder(contract, engine, streams);
    if (mode === 'live' && createWorld)
      this.records = new WorldResponder(contract, engine, errors, () => createWorld(engine));
  }

  /** The records that responses agree with. @returns undefined if there are none */
  get world(): World | undefined {
    return this.records?.world;
  }

  /** What requests have made of the records so far. */
  changes(): ReturnType<World['changes']> | undefined {
    return this.records?.changes();
  }

  /** True if a request has a token that a sign-out has ended, and the operation takes none such. */
  hasEndedFor(operation: Operation, request: ReceivedRequest): boolean {
    return this.records?.hasEndedFor(operation, request) === true;
  }

  respond(accepted: AcceptedRequest): MockResponse | Promise<MockResponse> {
    const { request, operation, parameters, form, preferences } = accepted;
    const body = accepted.body ?? form;
    const accept = acceptHeader(request.headers);
    const failure = this.options.faultInjection?.failure(operation);
    if (failure !== undefined)
      return this.errors.fail(operation, failure, `${reasonPhrase(failure)}: injected failure`, accept);
    const { response, seed } = preferences;
    if (response && !response.spec)
      return undocumentedResponse(response.status, `${reasonPhrase(response.status)}: chosen for this response`);
    const isError = response !== undefined && response.status >= 400;
    const reported = isError && response.spec ? exampleForStatus(response.spec, response.status) : undefined;
    const example = preferences.example ?? reported;
    const dynamic = preferences.dynamic ?? (this.options.mode === 'dynamic' && example === undefined);
    if (isError && example === undefined) return this.errors.sample(operation, response.status, accept);
    const stateless = () => this.respondAlone(accepted, { example, dynamic });
    const isForced =
      example !== undefined || dynamic || preferences.items === 'endless' || preferences.intervalMs !== undefined;
    if (!this.records || isForced) return stateless();
    return this.records.respond({
      request,
      operation,
      parameters,
      body,
      accept,
      status: response?.status,
      seed: seed ?? this.options.seed,
      items: preferences.items,
      stateless,
    });
  }

  /** Responds as if no request had come before. */
  private respondAlone(
    { request, operation, parameters, body, form, preferences }: AcceptedRequest,
    { example, dynamic }: { readonly example: string | undefined; readonly dynamic: boolean },
  ): MockResponse | Promise<MockResponse> {
    const accept = acceptHeader(request.headers);
    const seed = preferences.seed ?? this.options.seed;
    const code = preferences.response?.status;
    const negotiated = this.engine.negotiationFor({
      ...{ operation, code, example, dynamic, seed, accept },
      items: preferences.items === 'endless' ? undefined : preferences.items,
    });
    const isEcho = this.options.mode === 'live' && example === undefined && !dynamic;
    const posted = isEcho ? (body ?? form) : undefined;
    const sent = body === undefined ? undefined : request.body;
    const asked = isEcho ? parameters : undefined;
    if (negotiated instanceof Promise)
      return negotiated.then(
        (result) => this.fulfill(request, operation, result, { posted, sent, asked, preferences }),
        (error) => this.internalError(operation, error, accept),
      );
    return this.fulfill(request, operation, negotiated, { posted, sent, asked, preferences });
  }

  private fulfill(
    request: ReceivedRequest,
    operation: Operation,
    negotiated: NegotiationResult,
    { posted, sent, asked, preferences }: PostedBody & Pick<AcceptedRequest, 'preferences'>,
  ): MockResponse | Promise<MockResponse> {
    if (negotiated === NOT_ACCEPTABLE) return this.notAcceptable(request, operation);
    const stream = this.streams.respond(request, operation, negotiated, preferences);
    if (stream) return stream;
    const { echo, ofParameters } = this.echoFor(operation, negotiated);
    const echoed = posted === undefined ? asked && ofParameters?.(asked) : echo?.(posted, sent);
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

  private echoFor(operation: Operation, negotiated: NegotiatedResponse): Echoes {
    let cached = this.echoes.get(negotiated);
    if (!cached) {
      cached = {
        echo:
          operation.requestBody && negotiated.status < 300
            ? compileEcho(this.contract, operation, negotiated)
            : undefined,
        ofParameters: compileParameterEcho(this.contract, operation, negotiated),
      };
      this.echoes.set(negotiated, cached);
    }
    return cached;
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
