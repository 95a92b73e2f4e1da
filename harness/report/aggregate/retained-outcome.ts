import type { CaseResult } from '../../core/model.ts';

/** An outcome of the run, and for how many failures what was sent and what came back stand as evidence. */
export interface RetainedOutcome {
  result: CaseResult;
  evidence: number;
}

/** An outcome that is evidence of nothing so far. */
export function retain(result: CaseResult): RetainedOutcome {
  return { result: result, evidence: 0 };
}

export function acquire(entry: RetainedOutcome): void {
  entry.evidence++;
}

/** What is evidence of nothing is not kept: a run may have any number of requests. */
export function release(entry: RetainedOutcome): void {
  entry.evidence--;
  dropUnreferencedExchange(entry);
}

/** Drops what was sent and what came back where it is evidence of nothing. */
export function dropUnreferencedExchange(entry: RetainedOutcome): void {
  if (entry.evidence > 0 || entry.result.exchange === undefined || entry.result.inconclusive) return;
  const { exchange: _, shrunk: __, ...rest } = entry.result;
  entry.result = rest;
}

/** By the id of the case: the order in which answers come is not the order of a run. */
export function compareByCaseId(a: RetainedOutcome, b: RetainedOutcome): number {
  return compareStrings(a.result.case, b.result.case) || compareStrings(a.result.suite, b.result.suite);
}

export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
