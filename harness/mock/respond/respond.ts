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

/** An answer with what it rests on. */
export interface MockExchange {
  readonly validation: RequestValidation;
  readonly response: MockResponse;
  /** Milliseconds that the request asked to wait. */
  readonly delayMs: number;
}

interface Prepared {
  readonly validate: RequestValidator;
  readonly hasOnlyErrors: readonly Operation[];
}

/** Which status speaks for several problems: the first of these that is among them, as Prism ranks them. */
const PRECEDENCE = [401, 415, 400, 422];
const MAX_SAID = 6;
const NO_BYTES = new Uint8Array();
const NO_PREFERENCES: Preferences = {};

/** Answers whole requests as one contract says; reloading makes another one. */
export class Responder {
  readonly contract: Contract;
  readonly engine: PrismEngine;
  private readonly options: ResponderOptions;
  private readonly router: Router;
  private readonly errors: ErrorResponder;
  private readonly prepared = new Map<Operation, Prepared>();
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
    const findings = this.prepare(operation).validate(request, route.parameters);
    if (this.contract.schemas.notEvaluated.size > this.reported.size) this.reportNotEvaluated();
    if (findings instanceof Promise) return findings.then((found) => this.validated(request, operation, found));
    return this.validated(request, operation, findings);
  }

  /** An error answer for what never became a request: bytes that are no HTTP, or more of them than is taken. */
  reject(status: number, says: string): MockResponse | Promise<MockResponse> {
    return this.errors.reject(this.contract.operations, status, says);
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

  private validated(
    request: ReceivedRequest,
    operation: Operation,
    { violations, parsed }: ValidatedRequest,
  ): MockExchange | Promise<MockExchange> {
    const [first] = violations;
    const isUnauthorized = first?.status === 401;
    const problems = isUnauthorized ? [first] : violations;
    const body = parsed.isBodyValid && !isUnauthorized ? parsed.body : undefined;
    const preferred = readPreferences(request, operation);
    const ignored = 'message' in preferred;
    const found: RequestValidation = { operation, problems: ignored ? [...problems, preferred] : problems, body };
    const judgement = this.options.intercept?.onValidated?.(request, found) ?? found;
    const preferences = ignored ? NO_PREFERENCES : preferred;
    const response =
      judgement.problems.length > 0
        ? this.rejectAll(this.prepare(operation).hasOnlyErrors, request, judgement.problems)
        : this.successes.respond(request, operation, judgement.body, preferences);
    return this.finish(request, judgement, response, preferences.wait ?? 0);
  }

  private unrouted(
    request: ReceivedRequest,
    route: Route & { operation: undefined },
  ): MockExchange | Promise<MockExchange> {
    const { atPath } = route;
    const allow = ['allow', allowHeader(atPath)] as const;
    if (atPath.length > 0 && request.method === 'OPTIONS') {
      const judgement = { operation: undefined, problems: [], body: undefined };
      return this.finish(request, judgement, { status: 204, headers: [allow], body: NO_BYTES }, 0);
    }
    const problem = atPath.length > 0 ? wrongMethod(request, allow) : this.unknownPath(request);
    const found: RequestValidation = { operation: undefined, problems: [problem], body: undefined };
    const judgement = this.options.intercept?.onValidated?.(request, found) ?? found;
    const operations = atPath.length > 0 ? atPath : this.contract.operations;
    return this.finish(request, judgement, this.rejectAll(operations, request, [problem]), 0);
  }

  private unknownPath({ method, path }: ReceivedRequest): RequestProblem {
    if (/%(?![0-9a-fA-F]{2})/.test(path)) return { status: 400, message: `the path ${path} has bad percent-encoding` };
    const paths = [...new Set(this.contract.operations.map((operation) => `${operation.method} ${operation.path}`))];
    const known = paths.length > MAX_SAID ? `${paths.slice(0, MAX_SAID).join(', ')}, ...` : paths.join(', ');
    return { status: 404, message: `there is nothing at ${method} ${cut(path)}; the contract has ${known}` };
  }

  private finish(
    request: ReceivedRequest,
    judgement: RequestValidation,
    made: MockResponse | Promise<MockResponse>,
    wait: number,
  ): MockExchange | Promise<MockExchange> {
    if (made instanceof Promise) return made.then((response) => this.finish(request, judgement, response, wait));
    const response = this.options.intercept?.onResponse?.(request, judgement, made) ?? made;
    return { validation: judgement, response: response, delayMs: wait };
  }

  private rejectAll(
    operations: readonly Operation[],
    { headers }: ReceivedRequest,
    problems: readonly RequestProblem[],
  ): MockResponse | Promise<MockResponse> {
    const status = statusOfAll(problems);
    const made = this.errors.reject(operations, status, sayAll(problems), acceptHeader(headers));
    const extra = problems.flatMap((problem) => (problem.status === status ? (problem.headers ?? []) : []));
    if (extra.length === 0) return made;
    const add = (answer: MockResponse) => {
      const spec = operations.map(({ response }) => response(answer.status)).find((each) => each !== undefined);
      return { ...answer, headers: overrideHeaders(answer.headers, dropInvalidHeaders(this.contract, spec, extra)) };
    };
    return made instanceof Promise ? made.then(add) : add(made);
  }

  private prepare(operation: Operation): Prepared {
    let known = this.prepared.get(operation);
    if (!known) {
      known = { validate: compileRequestValidator(this.contract, operation), hasOnlyErrors: [operation] };
      this.prepared.set(operation, known);
    }
    return known;
  }
}

function wrongMethod({ method, path }: ReceivedRequest, allow: readonly [string, string]): RequestProblem {
  return { status: 405, message: `${cut(path)} does not take ${method}; it takes ${allow[1]}`, headers: [allow] };
}

/** Which status speaks for several problems. */
function statusOfAll(problems: readonly RequestProblem[]): number {
  const [first] = problems;
  if (problems.length === 1 && first) return first.status;
  return PRECEDENCE.find((status) => problems.some((problem) => problem.status === status)) ?? first?.status ?? 400;
}

function sayAll(problems: readonly RequestProblem[]): string {
  const said = problems.slice(0, MAX_SAID).map(({ message }) => message);
  if (problems.length > MAX_SAID) said.push(`and ${problems.length - MAX_SAID} more`);
  return said.join('; ');
}

function cut(path: string): string {
  return path.length > 100 ? `${path.slice(0, 100)}...` : path;
}
