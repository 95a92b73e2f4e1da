import { setTimeout as pause } from 'node:timers/promises';
import { isExpectationFinding } from '../checks/index.ts';
import { isSuccess } from '../checks/response.ts';
import { isResponse } from '../core/http-response.ts';
import type { Case, CaseResult, Exchange, Finding, TransportError } from '../core/model.ts';
import { withCredentials } from '../http/credentials.ts';
import { retryDelay } from '../http/retry-after.ts';
import { coveredClauses, evaluatedClauses } from './clause-coverage.ts';
import { explainConflict } from './conflict-probe.ts';
import { conformsToContract, markInconclusive } from './outcome.ts';
import type { SuiteContext } from './suite.ts';
import { truncateBody } from './truncate-response.ts';

const MAX_RETRY_AFTER_ATTEMPTS = 6;
const MAX_CONFLICT_ATTEMPTS = 2;
const RECONNECT_WAIT_MS = 1500;
/** A service may refuse a body and close before it has read all of it, whereby its answer is lost (RFC 9112 section 9.6). */
const EARLY_REJECT_BODY_BYTES = 16 * 1024;
/** A body so large that the loss cannot be told from a reset. */
const AMBIGUOUS_RESET_BODY_BYTES = 512 * 1024;
const MAX_RESET_RETRIES = 3;

/** An outcome, and the one that takes its place once the service is known to accept other requests of the operation. */
export interface ExecutedCase {
  readonly result: CaseResult;
  readonly resultIfOperationAccepts?: CaseResult;
}

/** Sends a case, repeats it where that is lawful, and judges the last exchange. */
export async function executeCase(context: SuiteContext, suite: string, testCase: Case): Promise<ExecutedCase> {
  const exchange: Exchange = await settle(context, testCase);
  const judged = judge(context, suite, testCase, exchange);
  if (judged.disposition === 'accepted') remember(context, exchange.case);
  const failures = judged.findings.filter(({ severity }) => severity === 'error');
  const doubt = doubtOf(exchange, failures) ?? (await explainConflict(context, exchange, failures));
  if (doubt === undefined) return { result: judged };
  const doubted = markInconclusive(judged, doubt);
  return needsCredentials(exchange) ? { result: doubted, resultIfOperationAccepts: judged } : { result: doubted };
}

/** So many requests that were taken are remembered: among them are some with all members. */
const MAX_REMEMBERED_CASES = 8;

function remember({ serviceState: { acceptingOperations, acceptedCases } }: SuiteContext, testCase: Case): void {
  const { id } = testCase.operation;
  const first = acceptedCases.get(id) ?? [];
  acceptingOperations.add(id);
  if (first.length === 0) acceptedCases.set(id, first);
  if (testCase.expectation === 'accept' && first.length < MAX_REMEMBERED_CASES) first.push(testCase);
}

function judge(context: SuiteContext, suite: string, testCase: Case, exchange: Exchange): CaseResult {
  const { schemas } = context.contract;
  const partialBefore = schemas.partialCount;
  const findings = context.checks.flatMap((check) => check.evaluate(exchange));
  const isPartial = schemas.partialCount > partialBefore;
  const failures = findings.filter(({ severity }) => severity === 'error');
  return {
    suite,
    case: testCase.id,
    operation: testCase.operation.id,
    expectation: testCase.expectation,
    status: failures.length > 0 ? 'fail' : 'pass',
    findings,
    disposition: effectOf(exchange, failures),
    coveredClauses: isPartial
      ? evaluatedClauses(context.contract, exchange)
      : coveredClauses(context.contract, exchange),
    durationMs: exchange.response.durationMs,
    exchange: { request: exchange.case.request, response: truncateBody(exchange.response) },
  };
}

/** Follows what a lawful service may ask for first: patience (429, 503), a value that is not taken (409). */
async function settle(context: SuiteContext, testCase: Case): Promise<Exchange> {
  let current = withCredentials(testCase, context.credentials);
  let conflicts = 0;
  for (let attempt = 1; ; attempt++) {
    const arrived = context.serviceState.crossTalk.watch(context.contract, current);
    const response = await context.target.send(current.request, context.signal);
    arrived(response);
    if (!isResponse(response)) {
      const mayBeLost = response.kind === 'reset' && (current.request.body?.length ?? 0) > EARLY_REJECT_BODY_BYTES;
      if (mayBeLost && attempt < MAX_RESET_RETRIES) continue;
      return { case: current, response: await examineFault(context, response) };
    }
    const { reset } = response.connection ?? {};
    if (reset) context.serviceState.resets.push({ case: current, error: reset });
    const wellFormed = () => conformsToContract(context, { case: current, response: response });
    const wait = retryDelay(response);
    if (wait !== undefined && attempt < MAX_RETRY_AFTER_ATTEMPTS && wellFormed()) {
      await pause(wait, undefined, { signal: context.signal }).catch(() => undefined);
      continue;
    }
    if (response.status === 409 && current.withUniqueValues && conflicts < MAX_CONFLICT_ATTEMPTS && wellFormed()) {
      if (current.uniqueFieldUnderTest && !wantsOthersUnique(context, current))
        return { case: current, response: response };
      conflicts = current.uniqueFieldUnderTest ? MAX_CONFLICT_ATTEMPTS : conflicts + 1;
      current = withCredentials(current.withUniqueValues(conflicts), context.credentials);
      continue;
    }
    return { case: current, response: response };
  }
}

/** Whether a conflict was seen that other values than identifying ones may have led to: those that are tested explain their own. */
function wantsOthersUnique({ serviceState: { rejectsDuplicates } }: SuiteContext, { operation }: Case): boolean {
  return rejectsDuplicates.has(operation.id);
}

/** So few resets on kept connections prove nothing: a service may close an idle one at any time (RFC 9112 section 9.5). */
const TOLERATED_RESETS = 2;
const MAX_RESET_PROBES = 200;

/**
 * A service may close its kept connections when it likes, and yet has to answer: where many were reset, as many requests as should show it
 * again are sent with pauses, in which a close is no reset.
 * @param sent how many requests it took for the resets
 */
export async function* reportConnectionResets(
  context: SuiteContext,
  suite: string,
  sent: number,
): AsyncGenerator<CaseResult> {
  const resets = context.serviceState.resets.splice(0);
  if (resets.length <= TOLERATED_RESETS || context.signal.aborted) return;
  const length = Math.min(MAX_RESET_PROBES, Math.ceil((3 * sent) / resets.length) + TOLERATED_RESETS);
  const requests = Array.from({ length }, (_, turn) => resets[turn % resets.length]?.case.request ?? []).flat();
  if (!(await context.target.dropsRequests(requests, context.signal))) return;
  for (const { case: testCase, error } of resets)
    yield judge(context, suite, testCase, { case: testCase, response: error });
}

/** Judges what was answered with the record of another request. */
export function* reportCrossTalk(context: SuiteContext, suite: string): Generator<CaseResult> {
  for (const { case: testCase, error } of context.serviceState.crossTalk.take())
    yield judge(context, suite, testCase, { case: testCase, response: error });
}

async function examineFault(context: SuiteContext, fault: TransportError): Promise<TransportError> {
  if (fault.kind !== 'connect' && fault.kind !== 'reset') return fault;
  const why = await context.target.waitUntilReachable(RECONNECT_WAIT_MS, context.signal);
  if (why === undefined) return fault;
  const { serviceState, target } = context;
  const known = serviceState.unreachable;
  serviceState.unreachable ??= `the service no longer listens at ${target.baseUrl} (${why})`;
  // Whoever finds nobody any more is not what ended the service.
  if (known !== undefined && fault.kind === 'connect') return { ...fault, kind: 'aborted', detail: known };
  return { ...fault, detail: `${fault.detail}; ${serviceState.unreachable}` };
}

/** What a request target may hold; with anything else it is none of HTTP (RFC 3986 section 3.4, RFC 9112 section 3.2). */
const URI = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*$/i;

/** Why an exchange proves nothing; undefined where it does. Failures of more than the status are doubted where the service may not be asked at all. */
function doubtOf({ case: testCase, response }: Exchange, failures: readonly Finding[]): string | undefined {
  if (!isResponse(response)) {
    if (response.kind === 'aborted') return response.detail;
    const large = (testCase.request.body?.length ?? 0) > AMBIGUOUS_RESET_BODY_BYTES;
    return large && response.kind === 'reset' ? 'the connection was closed while a large body was sent' : undefined;
  }
  if (failures.length > 0 && response.status === 400 && !URI.test(testCase.request.path))
    return 'the request target is no URI, which a server may refuse before the service sees it (400)';
  const shapely = failures.every(isExpectationFinding);
  if (!shapely) return undefined;
  if (response.status === 429) return 'the service limits the rate of requests (429)';
  if (testCase.expectation !== 'accept') return undefined;
  if (response.status === 409 && testCase.uniqueFieldUnderTest) return 'the value under test is taken (409)';
  return needsCredentials({ case: testCase, response })
    ? `the service asks for credentials (${response.status}): pass --header 'Authorization: …'`
    : undefined;
}

function needsCredentials({ case: testCase, response }: Exchange): boolean {
  return (
    testCase.expectation === 'accept' && isResponse(response) && (response.status === 401 || response.status === 403)
  );
}

function effectOf(
  { case: { operation }, response }: Exchange,
  failures: readonly Finding[],
): CaseResult['disposition'] {
  if (!isResponse(response)) return undefined;
  if (isSuccess(operation, response.status)) return 'accepted';
  const wellFormed = failures.every(isExpectationFinding);
  return response.status >= 400 && wellFormed ? 'rejected' : undefined;
}
