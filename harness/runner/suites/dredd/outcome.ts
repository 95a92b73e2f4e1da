import { isSuccess } from '../../../checks/response.ts';
import { DREDD } from '../../../core/check-ids.ts';
import { isResponse } from '../../../core/http-response.ts';
import type { Case, CaseResult, DocumentedResponse, HttpResponse, TransportError } from '../../../core/model.ts';
import { retryDelay } from '../../../http/retry-after.ts';
import { clauseParts } from '../../../openapi/clauses/clauses.ts';
import { markInconclusive } from '../../outcome.ts';
import type { SuiteContext } from '../../suite.ts';
import { truncateBody } from '../../truncate-response.ts';
import { toFindings } from './findings.ts';
import type { DreddResult } from './worker/messages.ts';

/** What Dredd's verdict on a case means: as for the other suites, what a service may lawfully ask for first proves nothing. */
export function toCaseResult(context: SuiteContext, testCase: Case, result: DreddResult): CaseResult {
  const judged = judge(context, testCase, result);
  const doubt = judged.status === 'fail' ? doubtOf(testCase, result) : undefined;
  if (doubt === undefined) return judged;
  const doubted = markInconclusive(judged, doubt);
  if (!asksCredentials(result)) return doubted;
  return context.serviceState.acceptingOperations.has(testCase.operation.id)
    ? judged
    : { ...doubted, resultIfOperationAccepts: judged };
}

function judge(context: SuiteContext, testCase: Case, result: DreddResult): CaseResult {
  const answer = toAnswer(result);
  const response = 'kind' in answer ? undefined : testCase.operation.response(answer.status);
  const found =
    result.status === 'fail' ? toFindings(context.contract, { case: testCase, response: answer }, result) : [];
  const findings = context.severityPolicy
    ? found.flatMap((finding) => context.severityPolicy?.(testCase.operation.id, finding) ?? [])
    : found;
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
    coveredClauses: verdict === 'error' ? [] : exercised(context, testCase, response),
    durationMs: result.durationMs,
    ...(result.reason === undefined || verdict === 'pass' ? {} : { inconclusiveReason: result.reason }),
    exchange: { request: testCase.request, response: truncateBody(answer) },
  };
}

function doubtOf(testCase: Case, result: DreddResult): string | undefined {
  const { actual, errors } = result;
  if (testCase.expectation !== 'accept' || !actual) return undefined;
  if (errors.some(({ field }) => field === 'headers')) return undefined;
  if (actual.statusCode === 429) return 'the service limits the rate of requests (429)';
  const response = toAnswer(result);
  if (isResponse(response) && retryDelay(response) !== undefined) return 'the service is unavailable for a while (503)';
  if (actual.statusCode === 409) return 'the record is there already (409)';
  if (!asksCredentials(result)) return undefined;
  return `the service asks for credentials (${actual.statusCode}): pass --header 'Authorization: …'`;
}

function asksCredentials({ actual }: DreddResult): boolean {
  return actual?.statusCode === 401 || actual?.statusCode === 403;
}

function toAnswer({ actual, networkError, reason, durationMs }: DreddResult): HttpResponse | TransportError {
  if (!actual) return { kind: networkError ?? 'reset', detail: reason ?? 'no answer', durationMs };
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

function exercised({ contract }: SuiteContext, testCase: Case, response: DocumentedResponse | undefined): string[] {
  const answered = contract
    .clausesOf(testCase.operation)
    .filter(({ part }) => response !== undefined && part === clauseParts.response(response));
  return [...testCase.targets, ...answered].map(({ id }) => id);
}
