import { createChecks } from '../../harness/checks/index.ts';
import { stringifyJson } from '../../harness/core/json/index.ts';
import type {
  Case,
  Exchange,
  Expectation,
  Finding,
  HttpRequest,
  HttpResponse,
  JsonValue,
  TransportError,
} from '../../harness/core/model.ts';
import type { Contract } from '../../harness/openapi/contract.ts';

export interface ResponseInit {
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  /** JSON, or the bytes themselves. */
  readonly body?: JsonValue | Uint8Array;
  readonly complete?: boolean;
  readonly httpVersion?: string;
}

/** Creates a response; by default JSON with status 200. */
export function createResponse(init: ResponseInit = {}): HttpResponse {
  const { status = 200, headers, body = {}, complete = true, httpVersion = '1.1' } = init;
  return {
    status,
    statusText: '',
    httpVersion,
    headers: headers ?? [['content-type', 'application/json']],
    body: bytesOf(body),
    complete,
    durationMs: 1,
  };
}

function bytesOf(body: JsonValue | Uint8Array): Uint8Array {
  return body instanceof Uint8Array ? body : Buffer.from(stringifyJson(body));
}

export interface CaseInit {
  readonly expectation?: Expectation;
  readonly operation?: string;
  /** JSON, or the bytes themselves. */
  readonly body?: JsonValue | Uint8Array;
  /** Kind of the case's origin. */
  readonly kind?: string;
  /** What follows the path of the operation. */
  readonly query?: string;
  readonly method?: string;
  readonly expected?: Case['expected'];
}

/** Creates an exchange with the named operation, or the first one. */
export function createExchange(contract: Contract, init: CaseInit, response: HttpResponse | TransportError): Exchange {
  const operation = init.operation ? contract.operation(init.operation) : contract.operations[0];
  if (!operation) throw new Error('the contract has no such operation');
  const request: HttpRequest = {
    method: init.method ?? operation.method,
    path: operation.path + (init.query ?? ''),
    headers: [],
    body: init.body === undefined ? undefined : bytesOf(init.body),
  };
  const testCase: Case = {
    id: `${operation.id}: a case`,
    operation,
    request,
    expectation: init.expectation ?? 'accept',
    targets: [],
    origin: { suite: 'examples', kind: init.kind ?? 'fixture', location: undefined },
    uniqueFieldUnderTest: false,
    ...(init.expected ? { expected: init.expected } : {}),
  };
  return { case: testCase, response };
}

/** Evaluates an exchange with all checks. */
export function evaluate(contract: Contract, init: CaseInit, response: HttpResponse | TransportError): Finding[] {
  const exchange = createExchange(contract, init, response);
  return createChecks(contract).flatMap((check) => check.evaluate(exchange));
}

/** Formats each finding as one line: severity, check and clause. */
export function formatFindings(findings: readonly Finding[]): string[] {
  return findings.map(({ check, clause, severity }) => `${severity} ${check} | ${clause.id}`);
}
