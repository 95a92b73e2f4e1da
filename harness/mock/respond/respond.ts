import type { JsonValue, Operation, Parameter } from '../../core/model.ts';
import type { ReceivedRequest, RequestProblem } from '../../core/received-request.ts';
import { RecentMap } from '../../core/util/recent-map.ts';
import type { Contract } from '../../openapi/contract.ts';
import {
  compileRequestValidator,
  type RequestValidator,
  type ValidatedRequest,
} from '../../openapi/request/validate-request.ts';
import { type Route, type Router, routerOf } from '../../openapi/router.ts';
import { evaluateAside } from '../../openapi/schema/pattern/evaluate-aside.ts';
import { callHandler } from '../control/call-handler.ts';
import type { DocumentOverrides, Override } from '../control/overrides.ts';
import { PrismEngine } from '../prism/prism-engine.ts';
import type { Replay } from '../record/replay.ts';
import type { MockInterceptor, MockResponse, RequestValidation } from '../types.ts';
import type { World } from '../world/world.ts';
import { DocumentFile } from './document-file.ts';
import { ErrorResponder } from './error-response.ts';
import { overrideResponse } from './override-response.ts';
import { type Preferences, readPreferences } from './prefer-header.ts';
import { withNote } from './problem-details.ts';
import { dropInvalidHeaders, overrideHeaders } from './response-headers.ts';
import { acceptHeader, type SuccessOptions, SuccessResponder } from './success-response.ts';
import { formatProblems, statusOf } from './summarize-problems.ts';
import { UnevaluatedWarnings } from './unevaluated-warnings.ts';
import { respondUnrouted, unroutedProblem } from './unrouted.ts';

export interface ResponderOptions extends SuccessOptions {
  /** The contract as the document has it, if responses are made by another one. */
  readonly original?: Contract | undefined;
  readonly intercept?: MockInterceptor | undefined;
  readonly overrides?: DocumentOverrides | undefined;
  /** Recorded responses. */
  readonly replay?: Replay | undefined;
  /** Whether requests need the credentials that the document requires; default true. */
  readonly auth?: boolean | undefined;
  /** Whether invalid requests are rejected, which is the default, or only reported. */
  readonly validate?: 'reject' | 'warn' | 'error' | undefined;
}

/** A response with the validation that it is based on. */
export interface MockExchange {
  readonly validation: RequestValidation;
  readonly response: MockResponse;
  /** Delay that the request prefers. */
  readonly delayMs: number;
}

/** Clients of a large document use a part of it at a time. */
const MAX_PREPARED = 200;

interface PreparedOperation {
  readonly validate: RequestValidator;
  /** The operation alone, in the form that error responses need. */
  readonly asList: readonly Operation[];
}

/** A request that is routed and validated. */
interface OperationCall {
  readonly request: ReceivedRequest;
  readonly operation: Operation;
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  readonly validation: RequestValidation;
}

/** A valid request to no operation. */
const NOT_IN_DOCUMENT: RequestValidation = { operation: undefined, problems: [], body: undefined };
const NO_BYTES = new Uint8Array();
const NO_BODY = { body: undefined, form: undefined };
const NO_RESPONSE: MockResponse = { status: 500, headers: [], body: NO_BYTES };
const SIGNED_OUT: RequestProblem = {
  status: 401,
  message: 'the token is of a session that was signed out',
  headers: [['www-authenticate', 'Bearer error="invalid_token"']],
};
const NO_PREFERENCES: Preferences = {};

/** Responds to complete requests by one contract; a reload creates another responder. */
export class Responder {
  readonly contract: Contract;
  readonly engine: PrismEngine;
  private readonly options: ResponderOptions;
  private readonly router: Router;
  private readonly errors: ErrorResponder;
  private readonly file: DocumentFile;
  private readonly prepared = new RecentMap<Operation, PreparedOperation>(MAX_PREPARED);
  private readonly successes: SuccessResponder;
  private readonly unevaluated: UnevaluatedWarnings;

  constructor(contract: Contract, options: ResponderOptions) {
    this.contract = contract;
    this.options = options;
    this.router = routerOf(contract);
    this.unevaluated = new UnevaluatedWarnings(contract);
    const { mode, seed, items, now } = options;
    this.engine = new PrismEngine(contract, { isPlausible: mode !== 'static', seed, items, now });
    this.file = new DocumentFile(options.original ?? contract);
    this.errors = new ErrorResponder(contract, this.engine);
    this.successes = new SuccessResponder(contract, this.engine, this.errors, options);
  }

  /** The records that it keeps. @returns undefined if it keeps none */
  get world(): World | undefined {
    return this.successes.world;
  }

  /** What requests have made of the records, for the next contract. */
  changes(): ReturnType<World['changes']> | undefined {
    return this.successes.changes();
  }

  respond(request: ReceivedRequest): MockExchange | Promise<MockExchange> {
    const route = this.router.routeRequest(request);
    const { operation } = route;
    if (!operation) return this.unrouted(request, route);
    const { validate } = this.prepare(operation);
    const validated = evaluateAside(() => validate(request, route.parameters));
    const respond = (result: ValidatedRequest) => {
      this.unevaluated.emit();
      return this.toExchange(request, operation, result);
    };
    return validated instanceof Promise ? validated.then(respond) : respond(validated);
  }

  /** Number of recorded exchanges that it can repeat. */
  get replayableCount(): number {
    return this.options.replay?.count ?? 0;
  }

  /** Begins with the first recorded responses again. */
  rewind(): void {
    this.options.replay?.rewind();
  }

  /** Returns an error response for a message that is not a complete request. */
  reject(status: number, message: string): MockResponse | Promise<MockResponse> {
    return this.errors.reject(this.contract.operations, status, message);
  }

  private toExchange(
    request: ReceivedRequest,
    operation: Operation,
    { violations, parsed }: ValidatedRequest,
  ): MockExchange | Promise<MockExchange> {
    const { auth } = this.options;
    const required = auth === false ? violations.filter(({ status }) => status !== 401) : violations;
    const hasEnded = auth !== false && this.successes.hasEndedFor(operation, request);
    const first = hasEnded ? SIGNED_OUT : required[0];
    const isUnauthorized = first?.status === 401;
    const problems = isUnauthorized ? [first] : required;
    const isUsable = parsed.isBodyValid || this.options.validate === 'warn';
    const { body, form } = isUsable && !isUnauthorized ? parsed : NO_BODY;
    const preferred = readPreferences(request, operation);
    const isInvalidPreference = 'message' in preferred;
    const original: RequestValidation = {
      operation,
      problems: isInvalidPreference ? [...problems, preferred] : problems,
      body,
      form,
    };
    const validation = this.options.intercept?.onValidated?.(request, original) ?? original;
    const preferences = isInvalidPreference ? NO_PREFERENCES : preferred;
    const call = { request, operation, parameters: parsed.parameters, validation };
    const override = this.options.overrides?.take(operation);
    if (override) return this.respondByOverride(call, override);
    return this.finish(request, validation, this.replayOrMake(call, preferences), preferences.wait ?? 0);
  }

  /** Responds as it was recorded; says so if such a request was not. */
  private replayOrMake(call: OperationCall, preferences: Preferences): MockResponse | Promise<MockResponse> {
    const { replay } = this.options;
    const recorded = replay?.take(call.request);
    if (recorded) return recorded;
    const made = this.respondByContract(call, preferences);
    return replay ? withNote(made, 'the recording has no such request') : made;
  }

  private respondByContract(
    { request, operation, parameters, validation }: OperationCall,
    preferences: Preferences,
  ): MockResponse | Promise<MockResponse> {
    const { problems, body, form } = validation;
    const isRejected = problems.length > 0 && this.options.validate !== 'warn';
    if (isRejected) return this.rejectAll(this.prepare(operation).asList, request, problems);
    const made = this.successes.respond({ request, operation, parameters, body, form, preferences });
    if (problems.length === 0) return made;
    return withNote(made, `the request is invalid: ${formatProblems(problems)}`);
  }

  /** Responds as the user has chosen, also to invalid requests; what the override leaves open is as the document has it. */
  private respondByOverride(
    call: OperationCall,
    { respond }: Pick<Override, 'respond'>,
  ): MockExchange | Promise<MockExchange> {
    const { request, operation, validation } = call;
    if (typeof respond === 'function')
      return callHandler(respond, call).then((made) => this.respondByOverride(call, { respond: made }));
    const { delayMs = 0 } = respond;
    if (respond.abort) return this.finish(request, validation, { ...NO_RESPONSE, abort: true }, delayMs);
    const response = overrideResponse(
      respond,
      operation,
      (preferences) =>
        preferences
          ? this.successes.respond({ ...call, body: validation.body, form: validation.form, preferences })
          : this.respondByContract(call, NO_PREFERENCES),
      this.successes.streams,
    );
    return this.finish(request, validation, response, delayMs);
  }

  private unrouted(
    request: ReceivedRequest,
    { atPath }: Route & { operation: undefined },
  ): MockExchange | Promise<MockExchange> {
    const response = respondUnrouted(request, atPath, this.file);
    if (response) return this.finish(request, NOT_IN_DOCUMENT, response, 0);
    const problem = unroutedProblem(this.contract, request, atPath);
    const original: RequestValidation = { operation: undefined, problems: [problem], body: undefined };
    const validation = this.options.intercept?.onValidated?.(request, original) ?? original;
    const operations = atPath.length > 0 ? atPath : this.contract.operations;
    return this.finish(request, validation, this.rejectAll(operations, request, [problem]), 0);
  }

  private finish(
    request: ReceivedRequest,
    validation: RequestValidation,
    made: MockResponse | Promise<MockResponse>,
    delayMs: number,
  ): MockExchange | Promise<MockExchange> {
    if (made instanceof Promise) return made.then((response) => this.finish(request, validation, response, delayMs));
    const response = this.options.intercept?.onResponse?.(request, validation, made) ?? made;
    return { validation, response, delayMs };
  }

  private rejectAll(
    operations: readonly Operation[],
    { headers }: ReceivedRequest,
    problems: readonly RequestProblem[],
  ): MockResponse | Promise<MockResponse> {
    const status = statusOf(problems);
    const reason = { message: formatProblems(problems), problems };
    const made = this.errors.reject(operations, status, reason, acceptHeader(headers));
    const extra = problems.flatMap((problem) => (problem.status === status ? (problem.headers ?? []) : []));
    if (extra.length === 0) return made;
    const addHeaders = (response: MockResponse) => {
      const documented = operations.map((operation) => operation.response(response.status)).find((spec) => spec);
      const headers = dropInvalidHeaders(this.contract, documented, extra);
      return { ...response, headers: overrideHeaders(response.headers, headers) };
    };
    return made instanceof Promise ? made.then(addHeaders) : addHeaders(made);
  }

  private prepare(operation: Operation): PreparedOperation {
    let prepared = this.prepared.get(operation);
    if (!prepared) {
      prepared = { validate: compileRequestValidator(this.contract, operation), asList: [operation] };
      this.prepared.set(operation, prepared);
    }
    return prepared;
  }
}
