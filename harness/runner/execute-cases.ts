import type { Case, CaseResult } from '../core/model.ts';
import { mapConcurrent } from '../core/util/map-concurrent.ts';
import { type ExecutedCase, executeCase } from './execute-case.ts';
import type { ServiceState, TimeoutCount } from './service-state.ts';
import type { SuiteContext } from './suite.ts';

/** After so many requests of an operation in a row without an answer in time, or so many in all, it is not asked again. */
const MAX_TIMEOUTS = { row: 8, all: 24 };

/** Asks cases, several at once, and gives each outcome as it comes; what proves nothing until more is known comes last. */
export async function* executeCases(
  context: SuiteContext,
  suite: string,
  cases: Iterable<Case>,
): AsyncIterable<CaseResult> {
  const { acceptingOperations } = context.serviceState;
  const open: Required<ExecutedCase>[] = [];
  const asking = mapConcurrent(allowed(context, cases), context.concurrency, (each) =>
    executeCase(context, suite, each),
  );
  for await (const { result, resultIfOperationAccepts } of asking) {
    count(context.serviceState, result);
    if (resultIfOperationAccepts) open.push({ result, resultIfOperationAccepts });
    else yield result;
  }
  for (const { result: outcome, resultIfOperationAccepts: ifAccepting } of open)
    yield acceptingOperations.has(outcome.operation)
      ? ifAccepting
      : { ...outcome, resultIfOperationAccepts: ifAccepting };
}

/** Milliseconds for which cases are made to be counted alone: those of a large document take as long as the run did. */
const COUNT_SKIPPED_MS = 500;

/** The cases that this run is to ask, as long as there is no reason against it; the others are counted as left out. */
function* allowed(context: SuiteContext, cases: Iterable<Case>): Generator<Case> {
  const skipped = new Map<string, number>();
  let patience = Number.POSITIVE_INFINITY;
  let whole = true;
  for (const each of cases) {
    if (context.isInShard?.(each) === false) continue;
    const end = whyEnd(context);
    const why = end ?? whyNotAsk(context, each);
    if (why === undefined) yield each;
    else skipped.set(why, (skipped.get(why) ?? 0) + 1);
    if (end === undefined) continue;
    patience = Math.min(patience, performance.now() + COUNT_SKIPPED_MS);
    whole = performance.now() <= patience;
    if (!whole) break;
  }
  for (const [why, count] of skipped) context.onSkip(why, count, whole || why !== whyEnd(context));
}

/** Why nothing is asked any more. */
function whyEnd({ signal, serviceState: { unreachable }, deadline }: SuiteContext): string | undefined {
  if (signal.aborted) return 'the run was stopped';
  if (unreachable !== undefined) return unreachable;
  return performance.now() > deadline ? 'the time of --max-time was over' : undefined;
}

function whyNotAsk({ serviceState: { timeouts, rateLimited } }: SuiteContext, testCase: Case): string | undefined {
  const put = rateLimited.get(testCase.operation.id) ?? 0;
  if (put >= MAX_TIMEOUTS.row)
    return `${put} requests of ${testCase.operation.id} in a row were put off again and again (429)`;
  const { consecutive, total } = timeouts.get(testCase.operation.id) ?? NONE;
  if (consecutive >= MAX_TIMEOUTS.row)
    return `${consecutive} requests of ${testCase.operation.id} in a row were not answered in time`;
  return total >= MAX_TIMEOUTS.all
    ? `${total} requests of ${testCase.operation.id} were not answered in time`
    : undefined;
}

const NONE: TimeoutCount = { consecutive: 0, total: 0 };

function count({ timeouts, rateLimited }: ServiceState, { operation, exchange }: CaseResult): void {
  const timedOut = exchange !== undefined && 'kind' in exchange.response && exchange.response.kind === 'timeout';
  const limited = exchange !== undefined && 'status' in exchange.response && exchange.response.status === 429;
  rateLimited.set(operation, limited ? (rateLimited.get(operation) ?? 0) + 1 : 0);
  const { consecutive, total } = timeouts.get(operation) ?? NONE;
  timeouts.set(operation, timedOut ? { consecutive: consecutive + 1, total: total + 1 } : { consecutive: 0, total });
}
