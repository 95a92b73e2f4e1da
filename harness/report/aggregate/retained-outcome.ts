import type { CaseResult } from '../../core/model.ts';
import { compareStrings } from '../../core/util/compare-strings.ts';

/** A result and how many findings its exchange is evidence of. */
export interface RetainedOutcome {
  result: CaseResult;
  evidence: number;
}

/** Returns a result that is not evidence yet. */
export function retain(result: CaseResult): RetainedOutcome {
  return { result, evidence: 0 };
}

export function acquire(retained: RetainedOutcome): void {
  retained.evidence++;
}

/** Drops the exchange once it is no longer evidence. */
export function release(retained: RetainedOutcome): void {
  retained.evidence--;
  dropUnreferencedExchange(retained);
}

/** Drops the exchange if it is not evidence, so that memory does not grow with the number of requests. */
export function dropUnreferencedExchange(retained: RetainedOutcome): void {
  if (retained.evidence > 0 || retained.result.exchange === undefined || retained.result.inconclusive) return;
  const { exchange: _, shrunk: __, ...rest } = retained.result;
  retained.result = rest;
}

/** Orders results by case id, since responses arrive in any order. */
export function compareByCaseId(a: RetainedOutcome, b: RetainedOutcome): number {
  return compareStrings(a.result.case, b.result.case) || compareStrings(a.result.suite, b.result.suite);
}
