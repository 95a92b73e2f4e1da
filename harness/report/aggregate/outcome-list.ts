import type { CaseResult } from '../../core/model.ts';
import { MAX_EVIDENCE } from './finding-groups.ts';
import { compareByCaseId, dropUnreferencedExchange, type RetainedOutcome } from './retained-outcome.ts';
import { TopN } from './top-n.ts';

/**
 * The outcomes that a report lists, each suite, operation and verdict for itself: those first by the ids of their cases, as many as the
 * limit says, and all that are evidence. The others are counted alone, so that memory has a bound whatever a run sends.
 */
export class OutcomeList {
  private readonly limit: number;
  private readonly lists = new Map<string, RetainedOutcome[]>();
  private readonly doubts = new Map<string, TopN<{ readonly entry: RetainedOutcome }>>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Adds an outcome that was shown to the groups of findings before. */
  add(entry: RetainedOutcome): void {
    this.keepDoubt(entry);
    dropUnreferencedExchange(entry);
    const { suite, operation, verdict } = entry.outcome;
    const key = `${suite} ${verdict} ${operation}`;
    const list = this.lists.get(key) ?? [];
    this.lists.set(key, list);
    list.push(entry);
    if (list.length >= 2 * this.limit) this.lists.set(key, this.shortened(list));
  }

  outcomes(): CaseResult[] {
    return [...this.lists.values()].flatMap((list) => this.shortened(list)).map(({ outcome }) => outcome);
  }

  private shortened(list: RetainedOutcome[]): RetainedOutcome[] {
    if (list.length <= this.limit) return list;
    return list.sort(compareByCaseId).filter(({ evidence }, index) => index < this.limit || evidence > 0);
  }

  /** What proves nothing is no finding, and yet shown with what came back. */
  private keepDoubt(entry: RetainedOutcome): void {
    const { verdict, findings, suite, operation, reason } = entry.outcome;
    if (verdict === 'pass' || findings.length > 0) return;
    const key = `${suite} ${operation} ${reason}`;
    const shelf = this.doubts.get(key) ?? new TopN(MAX_EVIDENCE, (a, b) => compareByCaseId(a.entry, b.entry));
    this.doubts.set(key, shelf);
    shelf.add({ entry });
  }
}
