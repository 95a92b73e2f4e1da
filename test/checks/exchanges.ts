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

export interface AnswerParts {
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  /** JSON, or the bytes themselves. */
  readonly body?: JsonValue | Uint8Array;
  readonly complete?: boolean;
  readonly httpVersion?: string;
}

/** An answer as it comes from the wire: JSON of status 200 where nothing else is said. */
export function answer(parts: AnswerParts = {}): HttpResponse {
  const { status = 200, headers, body = {}, complete = true, httpVersion = '1.1' } = parts;
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

export interface CaseParts {
  readonly intent?: Expectation;
  readonly operation?: string;
  /** JSON, or the bytes themselves. */
  readonly body?: JsonValue | Uint8Array;
  /** The kind of the case's origin. */
  readonly kind?: string;
  readonly query?: string;
  readonly method?: string;
  readonly expected?: Case['expected'];
}

/** An exchange with the first operation of the contract, or with the one that is named. */
function exchange(contract: Contract, parts: CaseParts, answered: HttpResponse | TransportError): Exchange {
  const operation = parts.operation ? contract.operation(parts.operation) : contract.operations[0];
  if (!operation) throw new Error('the contract has no such operation');
  const request: HttpRequest = {
    method: parts.method ?? operation.method,
    path: operation.path + (parts.query ?? ''),
    headers: [],
    body: parts.body === undefined ? undefined : bytesOf(parts.body),
  };
  const testCase: Case = {
    id: `${operation.id}: a case`,
    operation,
    request,
    expectation: parts.intent ?? 'accept',
    targets: [],
    origin: { suite: 'examples', kind: parts.kind ?? 'fixture', location: undefined },
    uniqueFieldUnderTest: false,
    ...(parts.expected ? { expected: parts.expected } : {}),
  };
  return { case: testCase, response: answered };
}

/** What all checks find. */
export function judge(contract: Contract, parts: CaseParts, answered: HttpResponse | TransportError): Finding[] {
  const found = exchange(contract, parts, answered);
  return createChecks(contract).flatMap((check) => check.evaluate(found));
}

/** The check, the clause and the severity of each finding, in one line. */
export function told(findings: readonly Finding[]): string[] {
  return findings.map(({ check, clause, severity }) => `${severity} ${check} | ${clause.id}`);
}
