import { setTimeout as pause } from 'node:timers/promises';
import { isResponse, isSuccess } from '../checks/response.ts';
import type { Case, CaseResult, Exchange, Finding, TransportError } from '../core/model.ts';
import { withCredentials } from '../http/credentials.ts';
import { retryDelay } from '../http/retry-after.ts';
import { coveredClauses } from './clause-coverage.ts';
import { explainConflict } from './conflict-probe.ts';
import { markInconclusive } from './inconclusive.ts';
import type { SuiteContext } from './suite.ts';
import { truncateBody } from './truncate-response.ts';
import { conformsToContract } from './well-formed.ts';

const PATIENT_ATTEMPTS = 6;
const CONFLICT_ATTEMPTS = 2;
const REVIVAL = 1500;
/** A service may refuse a body and close before it has read all of it, whereby its answer is lost (RFC 9112 section 9.6). */
const LOSSY_BODY = 16 * 1024;
/** A body so large that the loss cannot be told from a reset. */
const LARGE_BODY = 512 * 1024;
const LOSS_ATTEMPTS = 3;

/** An outcome, and the one that takes its place once the service is known to accept other requests of the operation. */
export interface ExecutedCase {
  readonly outcome: CaseResult;
  readonly ifAccepting?: CaseResult;
}

/** Sends a case, repeats it where that is lawful, and judges the last exchange. */
export async function executeCase(context: SuiteContext, suite: string, asked: Case): Promise<ExecutedCase> {
  const exchange: Exchange = await settle(context, asked);
  const judged = judge(context, suite, asked, exchange);
  if (judged.effect === 'accepted') remember(context, exchange.case);
  const failures = judged.findings.filter(({ severity }) => severity === 'error');
  const doubt = doubtOf(exchange, failures) ?? (await explainConflict(context, exchange, failures));
  if (doubt === undefined) return { outcome: judged };
  const doubted = markInconclusive(judged, doubt);
  return needsCredentials(exchange) ? { outcome: doubted, ifAccepting: judged } : { outcome: doubted };
}

/** So many requests that were taken are remembered: among them are some with all members. */
const REMEMBERED = 8;

function remember({ acquaintance: { accepting, taken } }: SuiteContext, asked: Case): void {
  const { id } = asked.operation;
  const first = taken.get(id) ?? [];
  accepting.add(id);
  if (first.length === 0) taken.set(id, first);
  if (asked.intent === 'accept' && first.length < REMEMBERED) first.push(asked);
}

function judge(context: SuiteContext, suite: string, asked: Case, exchange: Exchange): CaseResult {
  const findings = context.checks.flatMap((check) => check.judge(exchange));
  const failures = findings.filter(({ severity }) => severity === 'error');
  return {
    suite,
    case: asked.id,
    operation: asked.operation.id,
    intent: asked.intent,
    verdict: failures.length > 0 ? 'fail' : 'pass',
    findings,
    effect: effectOf(exchange, failures),
    exercised: coveredClauses(context.contract, exchange),
    ms: exchange.answer.ms,
    exchange: { request: exchange.case.request, answer: truncateBody(exchange.answer) },
  };
}

/** Follows what a lawful service may ask for first: patience (429, 503), a value that is not taken (409). */
async function settle(context: SuiteContext, asked: Case): Promise<Exchange> {
  let current = withCredentials(asked, context.credentials);
  let conflicts = 0;
  for (let attempt = 1; ; attempt++) {
    const arrived = context.acquaintance.mixUps.watch(context.contract, current);
    const answer = await context.target.send(current.request, context.signal);
    arrived(answer);
    if (!isResponse(answer)) {
      const mayBeLost = answer.fault === 'reset' && (current.request.body?.length ?? 0) > LOSSY_BODY;
      if (mayBeLost && attempt < LOSS_ATTEMPTS) continue;
      return { case: current, answer: await examineFault(context, answer) };
    }
    const { reset } = answer.connection ?? {};
    if (reset) context.acquaintance.resets.push({ case: current, fault: reset });
    const wellFormed = () => conformsToContract(context, { case: current, answer });
    const wait = retryDelay(answer);
    if (wait !== undefined && attempt < PATIENT_ATTEMPTS && wellFormed()) {
      await pause(wait, undefined, { signal: context.signal }).catch(() => undefined);
      continue;
    }
    if (answer.status === 409 && current.freshen && conflicts < CONFLICT_ATTEMPTS && wellFormed()) {
      if (current.fixedIdentity && !wantsOthersUnique(context, current)) return { case: current, answer };
      conflicts = current.fixedIdentity ? CONFLICT_ATTEMPTS : conflicts + 1;
      current = withCredentials(current.freshen(conflicts), context.credentials);
      continue;
    }
    return { case: current, answer };
  }
}

/** Whether a conflict was seen that other values than identifying ones may have led to: those that are tested explain their own. */
function wantsOthersUnique({ acquaintance: { refusesRepeats } }: SuiteContext, { operation }: Case): boolean {
  return refusesRepeats.has(operation.id);
}

/** So few resets on kept connections prove nothing: a service may close an idle one at any time (RFC 9112 section 9.5). */
const LAWFUL_RESETS = 2;
const LONGEST_TRIAL = 200;

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
  const resets = context.acquaintance.resets.splice(0);
  if (resets.length <= LAWFUL_RESETS || context.signal.aborted) return;
  const length = Math.min(LONGEST_TRIAL, Math.ceil((3 * sent) / resets.length) + LAWFUL_RESETS);
  const requests = Array.from({ length }, (_, turn) => resets[turn % resets.length]?.case.request ?? []).flat();
  if (!(await context.target.dropsRequests(requests, context.signal))) return;
  for (const { case: asked, fault } of resets) yield judge(context, suite, asked, { case: asked, answer: fault });
}

/** Judges what was answered with the record of another request. */
export function* reportCrossTalk(context: SuiteContext, suite: string): Generator<CaseResult> {
  for (const { case: asked, fault } of context.acquaintance.mixUps.take())
    yield judge(context, suite, asked, { case: asked, answer: fault });
}

async function examineFault(context: SuiteContext, fault: TransportError): Promise<TransportError> {
  if (fault.fault !== 'connect' && fault.fault !== 'reset') return fault;
  const why = await context.target.whyUnreachable(REVIVAL, context.signal);
  if (why === undefined) return fault;
  const { acquaintance, target } = context;
  const known = acquaintance.gone;
  acquaintance.gone ??= `the service no longer listens at ${target.baseUrl} (${why})`;
  // Whoever finds nobody any more is not what ended the service.
  if (known !== undefined && fault.fault === 'connect') return { ...fault, fault: 'aborted', detail: known };
  return { ...fault, detail: `${fault.detail}; ${acquaintance.gone}` };
}

/** What a request target may hold; with anything else it is none of HTTP (RFC 3986 section 3.4, RFC 9112 section 3.2). */
const URI = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*$/i;

/** Why an exchange proves nothing; undefined where it does. Failures of more than the status are doubted where the service may not be asked at all. */
function doubtOf({ case: asked, answer }: Exchange, failures: readonly Finding[]): string | undefined {
  if (!isResponse(answer)) {
    if (answer.fault === 'aborted') return answer.detail;
    const large = (asked.request.body?.length ?? 0) > LARGE_BODY;
    return large && answer.fault === 'reset' ? 'the connection was closed while a large body was sent' : undefined;
  }
  if (failures.length > 0 && answer.status === 400 && !URI.test(asked.request.path))
    return 'the request target is no URI, which a server may refuse before the service sees it (400)';
  const shapely = failures.every(({ check }) => check === 'intended-status');
  if (!shapely) return undefined;
  if (answer.status === 429) return 'the service limits the rate of requests (429)';
  if (asked.intent !== 'accept') return undefined;
  if (answer.status === 409 && asked.fixedIdentity) return 'the value under test is taken (409)';
  return needsCredentials({ case: asked, answer })
    ? `the service asks for credentials (${answer.status}): pass --header 'Authorization: …'`
    : undefined;
}

function needsCredentials({ case: asked, answer }: Exchange): boolean {
  return asked.intent === 'accept' && isResponse(answer) && (answer.status === 401 || answer.status === 403);
}

function effectOf({ case: { operation }, answer }: Exchange, failures: readonly Finding[]): CaseResult['effect'] {
  if (!isResponse(answer)) return undefined;
  if (isSuccess(operation, answer.status)) return 'accepted';
  const wellFormed = failures.every(({ check }) => check === 'intended-status');
  return answer.status >= 400 && wellFormed ? 'refused' : undefined;
}
