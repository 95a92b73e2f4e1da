import { isSuccess } from '../../../checks/response.ts';
import { DREDD } from '../../../core/check-ids.ts';
import { isSamePart } from '../../../core/clause-part.ts';
import { isResponse } from '../../../core/http-response.ts';
import type { Case, CaseResult, DocumentedResponse, HttpResponse, TransportError } from '../../../core/model.ts';
import { retryDelay } from '../../../http/retry-after.ts';
import { clauseParts } from '../../../openapi/clauses/clauses.ts';
import { decide } from '../../../report/aggregate/inconclusive.ts';
import {
  credentialsKnowledge,
  credentialsReason,
  type InconclusiveReason,
  RATE_LIMITED,
  stateReason,
} from '../../conclude/inconclusive.ts';
import { withReason } from '../../conclude/outcome.ts';
import { conformsToContract } from '../../execute/conforms.ts';
import { truncateBody } from '../../execute/truncate-response.ts';
import type { Executor } from '../../suite.ts';
import { toFindings } from './findings.ts';
import type { DreddResult } from './worker/messages.ts';

/** The result of a transaction; as in the other suites, it may prove nothing. */
export function toCaseResult(executor: Executor, testCase: Case, result: DreddResult): CaseResult {
  const evaluated = evaluate(executor, testCase, result);
  const reason = evaluated.status === 'fail' ? inconclusiveReason(executor, testCase, result) : undefined;
  if (reason === undefined) return evaluated;
  const concluded = withReason(evaluated, reason);
  const isAccepting = executor.serviceState.acceptingOperations.has(testCase.operation.id);
  return isAccepting ? decide(concluded, true) : concluded;
}

function evaluate(executor: Executor, testCase: Case, result: DreddResult): CaseResult {
  const received = toResponse(result);
  const response = 'kind' in received ? undefined : testCase.operation.response(received.status);
  const found =
    result.status === 'fail' ? toFindings(executor.contract, { case: testCase, response: received }, result) : [];
  const exchange = { case: testCase, response: received };
  const findings = found
    .flatMap((each) => (executor.severityPolicy ? (executor.severityPolicy(testCase.operation.id, each) ?? []) : each))
    .map((each) => executor.serviceState.invalidRecords.explain(exchange, each));
  const forgiven = result.status === 'fail' && findings.every(({ severity }) => severity !== 'error');
  const verdict = forgiven ? 'pass' : result.status;
  const accepted = result.actual && isSuccess(testCase.operation, result.actual.statusCode);
  return {
    suite: DREDD,
    case: testCase.id,
    operation: testCase.operation.id,
    expectation: testCase.expectation,
    status: verdict,
    findings,
    disposition: accepted ? 'accepted' : verdict === 'pass' ? 'rejected' : undefined,
    coveredClauses: verdict === 'error' ? [] : coveredClauses(executor, testCase, response),
    durationMs: result.durationMs,
    ...(result.reason === undefined || verdict === 'pass' ? {} : { inconclusiveReason: result.reason }),
    exchange: { request: testCase.request, response: truncateBody(received) },
  };
}

function inconclusiveReason(executor: Executor, testCase: Case, result: DreddResult): InconclusiveReason | undefined {
  const { actual, errors } = result;
  if (testCase.expectation !== 'accept' || !actual) return undefined;
  const response = toResponse(result);
  // Dredd expects the headers of a success.
  if (errors.some(({ field }) => field === 'headers') && !conformsToContract(executor, { case: testCase, response }))
    return undefined;
  const { statusCode: status } = actual;
  if (status === 429) return { text: RATE_LIMITED };
  if (isResponse(response) && retryDelay(response) !== undefined) return { text: 'temporarily unavailable (503)' };
  if (status === 409) return { text: 'conflict: the record already exists (409)' };
  const state = stateReason(testCase, status, {});
  if (state !== undefined) return { text: state };
  if (status !== 401 && status !== 403) return undefined;
  return credentialsReason(status, credentialsKnowledge(executor, testCase.operation));
}

/** The response that Dredd received, or why there is none. */
export function toResponse({ actual, networkError, reason, durationMs }: DreddResult): HttpResponse | TransportError {
  if (!actual) return { kind: networkError ?? 'reset', detail: reason ?? 'no response', durationMs };
  const headers = actual.headers.map(({ name, value }) => [name, value] as const);
  return {
    status: actual.statusCode,
    statusText: '',
    httpVersion: '1.1',
    headers,
    body: actual.body,
    complete: true,
    durationMs,
  };
}

function coveredClauses({ contract }: Executor, testCase: Case, response: DocumentedResponse | undefined): string[] {
  const responded = contract
    .clausesOf(testCase.operation)
    .filter(({ part }) => response !== undefined && isSamePart(part, clauseParts.response(response)));
  return [...testCase.targets, ...responded].map(({ id }) => id);
}
