import type { Outcome } from '../../core/model.ts';

/** An outcome of the run, and for how many failures what was sent and what came back stand as evidence. */
export interface Entry {
  outcome: Outcome;
  evidence: number;
}

/** An outcome that is evidence of nothing so far. */
export function entryOf(outcome: Outcome): Entry {
  return { outcome, evidence: 0 };
}

export function hold(entry: Entry): void {
  entry.evidence++;
}

/** What is evidence of nothing is not kept: a run may have any number of requests. */
export function release(entry: Entry): void {
  entry.evidence--;
  dropIdle(entry);
}

/** Drops what was sent and what came back where it is evidence of nothing. */
export function dropIdle(entry: Entry): void {
  if (entry.evidence > 0 || entry.outcome.exchange === undefined) return;
  const { exchange: _, shrunk: __, ...rest } = entry.outcome;
  entry.outcome = rest;
}

/** By the id of the case: the order in which answers come is not the order of a run. */
export function byCase(a: Entry, b: Entry): number {
  return compare(a.outcome.case, b.outcome.case) || compare(a.outcome.suite, b.outcome.suite);
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
