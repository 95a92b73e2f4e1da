import { createChecks } from '../checks/index.ts';
import { UsageError } from '../core/errors.ts';
import { isResponse } from '../core/http-response.ts';
import type { Case, CaseResult, Check, Exchange, Expectation, Finding, HttpRequest, Operation } from '../core/model.ts';
import { toReceivedRequest } from '../core/received-request.ts';
import type { Contract } from '../openapi/contract.ts';
import { type Router, routerOf } from '../openapi/router.ts';
import { ContractViolationError } from '../report/violation-error.ts';
import { isRecord } from './observed/convert.ts';
import { type ReadRequest, readRequest } from './observed/read-request.ts';
import { type ReadMessage, readResponse, toHttpResponse } from './observed/read-response.ts';
import type {
  AxiosLikeResponse,
  ObservedRequest,
  ReadResponse,
  SupertestResponse,
  UnreadResponse,
} from './observed/types.ts';

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
 * const response = await supertest(app).post('/books').send({ title: 'Emma' });
 * assertContract(contract, response);
 * @example
 * const response = await fetch(url, { method: 'POST', headers, body });
 * await assertContract(contract, { request: { method: 'POST', headers, body }, response });
 * @param observed a response of supertest or axios, or a request with its response
 * @returns a promise if the body of the response has yet to be read: of fetch, undici and Playwright
 * @throws {ContractViolationError} for a response that violates the contract, with the findings as its message
 * @throws {UsageError} for a request to no operation of the contract, and for what is no response
 */
export function assertContract(
  contract: Contract,
  observed:
    | SupertestResponse
    | AxiosLikeResponse
    | { readonly request: ObservedRequest; readonly response: ReadResponse },
  options?: AssertContractOptions,
): void;
export function assertContract(
  contract: Contract,
  observed: { readonly request: ObservedRequest; readonly response: UnreadResponse },
  options?: AssertContractOptions,
): Promise<void>;
export function assertContract(
  contract: Contract,
  observed: unknown,
  options: AssertContractOptions = {},
): void | Promise<void> {
  requireArguments(contract, options);
  const { request, response } = splitObserved(observed);
  const sent = readRequest(request, response);
  const received = readResponse(response);
  if (received instanceof Promise) return received.then((message) => evaluate(contract, sent, message, options));
  evaluate(contract, sent, received, options);
}

const EXPECTATIONS: readonly unknown[] = ['accept', 'reject', 'any', undefined] satisfies (Expectation | undefined)[];

/** JavaScript checks no types: a misspelled expectation would expect nothing. */
function requireArguments(contract: unknown, { expectation }: AssertContractOptions): void {
  if (!isRecord(contract) || typeof contract['derived'] !== 'function')
    throw new UsageError("assertContract: pass the contract that loadContract('openapi.yaml') returns");
  if (!EXPECTATIONS.includes(expectation))
    throw new UsageError(
      `assertContract: expectation must be accept, reject or any, not ${JSON.stringify(expectation)}`,
    );
}

/** A response of supertest has a request too, but is none of two parts. */
function splitObserved(observed: unknown): { readonly request?: unknown; readonly response: unknown } {
  const isPair = isRecord(observed) && 'response' in observed && !('status' in observed) && !('statusCode' in observed);
  return isPair ? { request: observed['request'], response: observed['response'] } : { response: observed };
}

function evaluate(contract: Contract, sent: ReadRequest, received: ReadMessage, options: AssertContractOptions): void {
  const { expectation = 'any', secretHeaders = [] } = options;
  const basePath = (options.basePath ?? '').replace(/\/$/, '');
  const request = belowBasePath(sent, basePath);
  const { router, checks } = contract.derived(createTools);
  const operation = requireOperation(router, contract, request);
  const exchange: Exchange = { case: caseOf(operation, request, expectation), response: toHttpResponse(received) };
  const findings = checks.flatMap((check) => check.evaluate(exchange));
  if (findings.some(({ severity }) => severity === 'error')) {
    const { origin } = new URL(sent.url, 'http://localhost');
    throw new ContractViolationError(resultOf(exchange, findings), origin + basePath, secretHeaders);
  }
}

/** The request as checks see it: without the base path. */
function belowBasePath({ url, ...request }: ReadRequest, basePath: string): HttpRequest {
  const { pathname, search } = new URL(url, 'http://localhost');
  const below = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
  return { ...request, path: below + search };
}

interface Tools {
  readonly router: Router;
  readonly checks: readonly Check[];
}

function createTools(contract: Contract): Tools {
  return { router: routerOf(contract), checks: createChecks(contract) };
}

function requireOperation(router: Router, contract: Contract, request: HttpRequest): Operation {
  const { operation } = router.routeRequest(toReceivedRequest(request));
  if (operation) return operation;
  const known = contract.operations.map((each) => `${each.method} ${each.path}`).join(', ');
  throw new UsageError(`${request.method} ${request.path} is not an operation of the contract. Operations: ${known}`);
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
