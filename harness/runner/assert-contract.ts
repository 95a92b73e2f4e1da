import { createChecks } from '../checks/index.ts';
import { UsageError } from '../core/errors.ts';
import { isResponse } from '../core/http-response.ts';
import type {
  Case,
  CaseResult,
  Check,
  Exchange,
  Expectation,
  Finding,
  HttpRequest,
  HttpResponse,
  Operation,
} from '../core/model.ts';
import type { Contract } from '../openapi/contract.ts';
import { Router } from '../openapi/router.ts';
import { ContractViolationError } from '../report/violation-error.ts';

export interface AssertContractOptions {
  /** `accept`: a documented success; `reject`: a documented error; `any`, the default: any documented response. */
  readonly expectation?: Expectation;
  /** What precedes the contract's paths in the URL, e.g. `/api/v1`; those of the document's servers are known. */
  readonly basePath?: string;
  /** Names of headers whose values are redacted, in addition to those that carry credentials by definition. */
  readonly secretHeaders?: readonly string[];
}

/**
 * Checks the response to a request that was sent by other means.
 * @example
 * const response = await fetch(url, { method: 'POST', headers, body });
 * assertContract(contract, {
 *   request: { method: 'POST', url, headers, body },
 *   response: { status: response.status, headers: response.headers, body: await response.text() },
 * });
 * @throws {ContractViolationError} for a response that violates the contract, with the findings as its message
 * @throws {UsageError} for a request to no operation of the contract
 */
export function assertContract(
  contract: Contract,
  observed: ObservedExchange,
  options: AssertContractOptions = {},
): void {
  const { expectation = 'any', basePath = '', secretHeaders = [] } = options;
  const { request, response } = toExchange(observed, basePath.replace(/\/$/, ''));
  const { router, checks } = contract.derived(createTools);
  const operation = requireOperation(router, contract, request);
  const exchange: Exchange = { case: caseOf(operation, request, expectation), response };
  const findings = checks.flatMap((check) => check.evaluate(exchange));
  if (findings.some(({ severity }) => severity === 'error'))
    throw new ContractViolationError(resultOf(exchange, findings), baseUrlOf(observed, basePath), secretHeaders);
}

interface Tools {
  readonly router: Router;
  readonly checks: readonly Check[];
}

function createTools(contract: Contract): Tools {
  return { router: new Router(contract), checks: createChecks(contract) };
}

function requireOperation(router: Router, contract: Contract, { method, path }: HttpRequest): Operation {
  const { operation } = router.route(method, path.replace(/\?.*$/s, ''));
  if (operation) return operation;
  const known = contract.operations.map((each) => `${each.method} ${each.path}`).join(', ');
  throw new UsageError(`${method} ${path} is not an operation of the contract. Operations: ${known}`);
}

function caseOf(operation: Operation, request: HttpRequest, expectation: Expectation): Case {
  return {
    id: `${operation.id}: ${request.method} ${request.path}`,
    operation,
    request,
    expectation,
    targets: [],
    origin: { suite: 'observed', kind: 'observed', location: undefined },
    uniqueFieldUnderTest: true,
  };
}

function resultOf({ case: testCase, response }: Exchange, findings: readonly Finding[]): CaseResult {
  return {
    suite: testCase.origin.suite,
    case: testCase.id,
    operation: testCase.operation.id,
    expectation: testCase.expectation,
    status: 'fail',
    findings,
    disposition: undefined,
    coveredClauses: [],
    exchange: { request: testCase.request, response },
    durationMs: isResponse(response) ? response.durationMs : 0,
  };
}

function baseUrlOf({ request: { url } }: ObservedExchange, basePath: string): string {
  const { origin } = new URL(url, 'http://localhost');
  return origin + basePath;
}

/** Headers as fetch, supertest or node:http represent them. */
export type ObservedHeaders =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request and its response. */
export interface ObservedExchange {
  readonly request: {
    readonly method: string;
    /** A URL, or a path; with its query. */
    readonly url: string;
    readonly headers?: ObservedHeaders | undefined;
    readonly body?: string | Uint8Array | undefined;
  };
  readonly response: {
    readonly status: number;
    readonly headers: ObservedHeaders;
    /** Before any parsing: `await response.text()`, supertest's `response.text`. */
    readonly body: string | Uint8Array;
  };
}

/** The exchange as checks see it: the request below `basePath`. */
export function toExchange(
  { request, response }: ObservedExchange,
  basePath: string,
): { request: HttpRequest; response: HttpResponse } {
  const { pathname, search } = new URL(request.url, 'http://localhost');
  const below = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
  return {
    request: {
      method: request.method.toUpperCase(),
      path: below + search,
      headers: pairs(request.headers ?? []),
      body: request.body === undefined ? undefined : bytes(request.body),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: '1.1',
      headers: pairs(response.headers),
      body: bytes(response.body),
      complete: true,
      durationMs: 0,
    },
  };
}

function pairs(headers: ObservedHeaders): [string, string][] {
  if (Symbol.iterator in headers) return [...headers].map(([name, value]) => [name, value]);
  return Object.entries(headers).flatMap(([name, given]) =>
    [given].flat().flatMap((value): [string, string][] => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function bytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}
