import { setTimeout as pause } from 'node:timers/promises';
import { headerValues, isAnswer, isSuccess } from '../checks/answer.ts';
import type { Answer, Case, Exchange, Fault, Finding, Outcome } from '../model.ts';
import { whyUnreachable } from '../target/reachable.ts';
import { exercisedClauses } from './exercised.ts';
import type { SuiteContext } from './suite.ts';

const RATE_LIMIT_ATTEMPTS = 6;
const CONFLICT_ATTEMPTS = 2;
const MAX_RETRY_AFTER = 10;
const REVIVAL = 1500;
/** A service may refuse a large body and close before it has read all of it (RFC 9112 section 9.6). */
const LARGE_BODY = 64 * 1024;

/** An outcome, and the one that takes its place once the service is known to accept other requests of the operation. */
export interface Asked {
  readonly outcome: Outcome;
  readonly ifAccepting?: Outcome;
}

/** Sends a case, repeats it where that is lawful, and judges the last exchange. */
export async function ask(context: SuiteContext, suite: string, asked: Case): Promise<Asked> {
  const settled = await settle(context, asked);
  const exchange: Exchange = { case: settled.case, answer: settled.answer };
  const findings = context.checks.flatMap((check) => check.judge(exchange));
  const failures = findings.filter(({ severity }) => severity === 'error');
  const effect = effectOf(exchange, failures);
  if (effect === 'accepted') context.acquaintance.accepting.add(asked.operation.id);
  const judged: Outcome = {
    suite,
    case: asked.id,
    operation: asked.operation.id,
    intent: asked.intent,
    verdict: failures.length > 0 ? 'fail' : 'pass',
    findings,
    effect,
    exercised: exercisedClauses(context.contract, exchange),
    ms: settled.answer.ms,
    ...(findings.length > 0 ? { exchange: { request: settled.case.request, answer: settled.answer } } : {}),
  };
  const doubt = doubtOf(exchange, failures);
  if (doubt === undefined) return { outcome: judged };
  const doubted: Outcome = {
    ...judged,
    verdict: 'skip',
    findings: [],
    effect: undefined,
    exercised: [],
    reason: doubt,
  };
  return needsCredentials(exchange) ? { outcome: doubted, ifAccepting: judged } : { outcome: doubted };
}

interface Settled {
  readonly case: Case;
  readonly answer: Answer | Fault;
}

/** Follows what a lawful service may ask for first: patience (429), a value that is not taken (409). */
async function settle(context: SuiteContext, asked: Case): Promise<Settled> {
  let current = asked;
  let conflicts = 0;
  for (let attempt = 1; ; attempt++) {
    const answer = await context.target.send(current.request, context.signal);
    if (!isAnswer(answer)) return { case: current, answer: await examineFault(context, answer) };
    const wellFormed = () => isWellFormed(context, { case: current, answer });
    if (answer.status === 429 && attempt < RATE_LIMIT_ATTEMPTS && wellFormed()) {
      await pause(retryAfter(answer) * 1000, undefined, { signal: context.signal }).catch(() => undefined);
      continue;
    }
    if (answer.status === 409 && current.freshen && conflicts < CONFLICT_ATTEMPTS && wellFormed()) {
      conflicts++;
      current = current.freshen(conflicts);
      continue;
    }
    return { case: current, answer };
  }
}

/** Whether the answer is as the contract documents it, whatever the intent was. */
function isWellFormed(context: SuiteContext, exchange: Exchange): boolean {
  const neutral: Exchange = { case: { ...exchange.case, intent: 'either' }, answer: exchange.answer };
  return context.checks.every((check) => check.judge(neutral).every(({ severity }) => severity !== 'error'));
}

/** Seconds, from the header or a tenth of one; a date is taken as one second (RFC 9110 section 10.2.3). */
function retryAfter(answer: Answer): number {
  const [value] = headerValues(answer, 'retry-after');
  if (value === undefined) return 0.1;
  return Math.min(/^\d+$/.test(value) ? Number(value) : 1, MAX_RETRY_AFTER);
}

async function examineFault(context: SuiteContext, fault: Fault): Promise<Fault> {
  if (fault.fault !== 'connect' && fault.fault !== 'reset') return fault;
  const why = await whyUnreachable(context.target.baseUrl, REVIVAL, context.signal);
  if (why === undefined) return fault;
  context.acquaintance.gone ??= `the service no longer listens at ${context.target.baseUrl} (${why})`;
  return { ...fault, detail: `${fault.detail}; ${context.acquaintance.gone}` };
}

/** Why an exchange proves nothing; undefined where it does. Only failures of the status alone are ever doubted. */
function doubtOf({ case: asked, answer }: Exchange, failures: readonly Finding[]): string | undefined {
  if (!isAnswer(answer)) {
    if (answer.fault === 'aborted') return 'the run was stopped';
    const large = (asked.request.body?.length ?? 0) > LARGE_BODY;
    return large && answer.fault === 'reset' ? 'the connection was closed while a large body was sent' : undefined;
  }
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
  return asked.intent === 'accept' && isAnswer(answer) && (answer.status === 401 || answer.status === 403);
}

function effectOf({ case: { operation }, answer }: Exchange, failures: readonly Finding[]): Outcome['effect'] {
  if (!isAnswer(answer)) return undefined;
  if (isSuccess(operation, answer.status)) return 'accepted';
  const wellFormed = failures.every(({ check }) => check === 'intended-status');
  return answer.status >= 400 && wellFormed ? 'refused' : undefined;
}
