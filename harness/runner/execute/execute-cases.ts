import type { Case, CaseResult } from '../../core/model.ts';
import { mapConcurrent } from '../../core/util/map-concurrent.ts';
import { decide } from '../../report/aggregate/inconclusive.ts';
import { CircuitBreaker } from '../service/circuit-breaker.ts';
import type { ServiceState } from '../service/service-state.ts';
import type { RunControl, SuiteContext } from '../suite.ts';
import { executeCase } from './execute-case.ts';

/** Sends cases, several at once, and yields each result as it arrives; those that depend on later ones come last. */
export async function* executeCases(
  { executor, control }: SuiteContext,
  suite: string,
  cases: Iterable<Case>,
): AsyncIterable<CaseResult> {
  const { acceptingOperations } = executor.serviceState;
  const breaker = new CircuitBreaker(control, executor.serviceState);
  const undecided: CaseResult[] = [];
  const sendable = casesToSend(control, breaker, cases, executor.serviceState);
  for await (const result of mapConcurrent(sendable, control.concurrency, (each) =>
    executeCase(executor, suite, each),
  )) {
    breaker.record(result);
    if (result.inconclusive) undecided.push(result);
    else yield result;
  }
  for (const result of undecided) yield acceptingOperations.has(result.operation) ? decide(result, true) : result;
}

/**
 * How long cases that are not sent are generated to be counted: all those of a large document take as long as a run. Other operations may
 * wait for the rest of `--max-time`.
 */
export function countSkippedMs({ deadline }: Pick<RunControl, 'deadline'>): number {
  return Number.isFinite(deadline) ? 100 : 500;
}

/** The selected cases that are sent; the others are counted and reported as skipped. */
function* casesToSend(
  control: RunControl,
  breaker: CircuitBreaker,
  cases: Iterable<Case>,
  { notReached }: Pick<ServiceState, 'notReached'>,
): Generator<Case> {
  const { isSelected, onSkip } = control;
  const skipped = new Map<string, number>();
  let countUntil = Number.POSITIVE_INFINITY;
  let countedAll = true;
  for (const each of cases) {
    if (isSelected?.(each.id, each.operation.id) === false) continue;
    const end = breaker.reason;
    const reason = end ?? breaker.reasonFor(each);
    if (reason === undefined) yield each;
    else skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    if (end === undefined) continue;
    notReached.set(each.operation.id, end);
    countUntil = Math.min(countUntil, performance.now() + countSkippedMs(control));
    countedAll = performance.now() <= countUntil;
    if (!countedAll) break;
  }
  for (const [reason, count] of skipped) onSkip(reason, count, countedAll || reason !== breaker.reason);
}
