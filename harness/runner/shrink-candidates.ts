import type { CaseResult } from '../core/model.ts';
import type { RandomCase } from '../generate/random/random-cases.ts';
import { compareForShrinking } from '../report/aggregate/shrink-order.ts';
import { failureKeys } from './shrink.ts';

/** A random request that failed, and the failures that no other showed before it. */
export interface ShrinkCandidate {
  readonly case: RandomCase;
  readonly result: CaseResult;
  /** As of {@link failureKeys}. */
  readonly keys: Set<string>;
}

/**
 * Finds of each failure the first random request that shows it: a valid one if there is one, first by its id, since the order of answers
 * changes from run to run, and a part of a run must find the same one as the whole.
 */
export class ShrinkCandidates {
  private readonly seen: ReadonlySet<string>;
  private readonly byKey = new Map<string, ShrinkCandidate>();

  /** @param known failures that other requests have shown, for which none of these is the first */
  constructor(known: ReadonlySet<string>) {
    this.seen = known;
  }

  /** Takes a failed request, and gives back those that are the first of none now. */
  add(asked: RandomCase, outcome: CaseResult): CaseResult[] {
    const given: ShrinkCandidate = { case: asked, result: outcome, keys: new Set() };
    const touched = new Set([given]);
    for (const key of failureKeys(outcome)) {
      const first = this.byKey.get(key);
      if (this.seen.has(key) || (first && compareForShrinking(first.case, asked) < 0)) continue;
      first?.keys.delete(key);
      if (first) touched.add(first);
      given.keys.add(key);
      this.byKey.set(key, given);
    }
    return [...touched].filter(({ keys }) => keys.size === 0).map((each) => each.result);
  }

  first(): ShrinkCandidate[] {
    return [...new Set(this.byKey.values())].sort((a, b) => compareForShrinking(a.case, b.case));
  }
}
