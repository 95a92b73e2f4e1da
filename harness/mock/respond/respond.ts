import { formatLocation } from '../../core/errors.ts';
import type { Operation } from '../../core/model.ts';
import type { ReceivedRequest, RequestProblem } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import {
  compileRequestValidator,
  type RequestValidator,
  type ValidatedRequest,
} from '../../openapi/request/validate-request.ts';
import { allowHeader, type Route, Router } from '../../openapi/router.ts';
import { PrismEngine } from '../prism/prism-engine.ts';
import type { MockInterceptor, MockResponse, RequestValidation } from '../types.ts';
import { ErrorResponder } from './error-response.ts';
import { type Preferences, readPreferences } from './prefer-header.ts';
import { dropInvalidHeaders, overrideHeaders } from './response-headers.ts';
import { acceptHeader, type SuccessOptions, SuccessResponder } from './success-response.ts';

export interface ResponderOptions extends SuccessOptions {
  readonly intercept?: MockInterceptor | undefined;
}

/** A response with the validation that it is based on. */
export interface MockExchange {
  readonly validation: RequestValidation;
  readonly response: MockResponse;
  /** Delay that the request prefers. */
  readonly delayMs: number;
}

interface PreparedOperation {
  readonly validate: RequestValidator;
  /** The operation alone, in the form that error responses need. */
  readonly asList: readonly Operation[];
}

/** Of several problems, the first of these statuses is used, in Prism's order. */
const STATUS_PRECEDENCE = [401, 415, 400, 422];
const MAX_PROBLEMS = 6;
const MAX_LISTED_OPERATIONS = 6;
const MAX_PATH_CHARS = 100;
const NO_BYTES = new Uint8Array();
const NO_PREFERENCES: Preferences = {};

/** Responds to complete requests by one contract; a reload creates another responder. */
export class Responder {
  readonly contract: Contract;
  readonly engine: PrismEngine;
  private readonly options: ResponderOptions;
  private readonly router: Router;
  private readonly errors: ErrorResponder;
  private readonly prepared = new Map<Operation, PreparedOperation>();
  private readonly successes: SuccessResponder;
  /** Pointers of the keywords that were reported as not evaluated. */
  private readonly reported = new Set<string>();

  constructor(contract: Contract, options: ResponderOptions) {
    this.contract = contract;
    this.options = options;
    this.router = new Router(contract);
    this.engine = new PrismEngine(contract);
    this.errors = new ErrorResponder(contract, this.engine);
    this.successes = new SuccessResponder(contract, this.engine, this.errors, options);
  }

  respond(request: ReceivedRequest): MockExchange | Promise<MockExchange> {
    const route = this.router.route(request.method, request.path);
    const { operation } = route;
    if (!operation) return this.unrouted(request, route);
    const validated = this.prepare(operation).validate(request, route.parameters);
    if (this.contract.schemas.notEvaluated.size > this.reported.size) this.reportNotEvaluated();
    if (validated instanceof Promise) return validated.then((result) => this.toExchange(request, operation, result));
    return this.toExchange(request, operation, validated);
  }

  /** Returns an error response for a message that is not a complete request. */
  reject(status: number, message: string): MockResponse | Promise<MockResponse> {
    return this.errors.reject(this.contract.operations, status, message);
  }

  private reportNotEvaluated(): void {
    const { document, schemas } = this.contract;
    for (const pointer of schemas.notEvaluated.keys()) {
      if (this.reported.has(pointer)) continue;
      this.reported.add(pointer);
      const where = formatLocation(document.locate(pointer));
      process.emitWarning(`${where} was not evaluated: it takes too long on some values, which are accepted`);
    }
  }

  private toExchange(
    request: ReceivedRequest,
    operation: Operation,
    { violations, parsed }: ValidatedRequest,
  ): MockExchange | Promise<MockExchange> {
    const [first] = violations;
    const isUnauthorized = first?.status === 401;
    const problems = isUnauthorized ? [first] : violations;
    const body = parsed.isBodyValid && !isUnauthorized ? parsed.body : undefined;
    const preferred = readPreferences(request, operation);
    const isInvalidPreference = 'message' in preferred;
    const original: RequestValidation = {
      operation,
      problems: isInvalidPreference ? [...problems, preferred] : problems,
      body,
    };
    const validation = this.options.intercept?.onValidated?.(request, original) ?? original;
    const preferences = isInvalidPreference ? NO_PREFERENCES : preferred;
    const response =
      validation.problems.length > 0
        ? this.rejectAll(this.prepare(operation).asList, request, validation.problems)
        : this.successes.respond(request, operation, validation.body, preferences);
    return this.finish(request, validation, response, preferences.wait ?? 0);
  }

  private unrouted(
    request: ReceivedRequest,
    route: Route & { operation: undefined },
  ): MockExchange | Promise<MockExchange> {
    const { atPath } = route;
    const allow = ['allow', allowHeader(atPath)] as const;
    if (atPath.length > 0 && request.method === 'OPTIONS') {
      const validation = { operation: undefined, problems: [], body: undefined };
      return this.finish(request, validation, { status: 204, headers: [allow], body: NO_BYTES }, 0);
    }
    const problem = atPath.length > 0 ? methodNotAllowed(request, allow) : this.unknownPath(request);
    const original: RequestValidation = { operation: undefined, problems: [problem], body: undefined };
    const validation = this.options.intercept?.onValidated?.(request, original) ?? original;
    const operations = atPath.length > 0 ? atPath : this.contract.operations;
    return this.finish(request, validation, this.rejectAll(operations, request, [problem]), 0);
  }

  private unknownPath({ method, path }: ReceivedRequest): RequestProblem {
    if (/%(?![0-9a-fA-F]{2})/.test(path)) return { status: 400, message: `the path ${path} has bad percent-encoding` };
    const paths = [...new Set(this.contract.operations.map((operation) => `${operation.method} ${operation.path}`))];
    const listed =
      paths.slice(0, MAX_LISTED_OPERATIONS).join(', ') + (paths.length > MAX_LISTED_OPERATIONS ? ', ...' : '');
    return { status: 404, message: `no operation ${method} ${truncate(path)}; the document has ${listed}` };
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
    const made = this.errors.reject(operations, status, formatProblems(problems), acceptHeader(headers));
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

function methodNotAllowed({ method, path }: ReceivedRequest, allow: readonly [string, string]): RequestProblem {
  return { status: 405, message: `${truncate(path)} does not allow ${method}; allowed: ${allow[1]}`, headers: [allow] };
}

/** Returns the status for several problems. */
function statusOf(problems: readonly RequestProblem[]): number {
  const [first] = problems;
  if (problems.length === 1 && first) return first.status;
  return (
    STATUS_PRECEDENCE.find((status) => problems.some((problem) => problem.status === status)) ?? first?.status ?? 400
  );
}

function formatProblems(problems: readonly RequestProblem[]): string {
  const messages = problems.slice(0, MAX_PROBLEMS).map(({ message }) => message);
  if (problems.length > MAX_PROBLEMS) messages.push(`and ${problems.length - MAX_PROBLEMS} more`);
  return messages.join('; ');
}

function truncate(path: string): string {
  return path.length > MAX_PATH_CHARS ? `${path.slice(0, MAX_PATH_CHARS)}...` : path;
}
