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
  private readonly inconclusive = new Map<string, TopN<{ readonly retained: RetainedOutcome }>>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Adds an outcome that was shown to the groups of findings before. */
  add(retained: RetainedOutcome): void {
    this.keepInconclusive(retained);
    dropUnreferencedExchange(retained);
    const { suite, operation, status } = retained.result;
    const key = `${suite} ${status} ${operation}`;
    const list = this.lists.get(key) ?? [];
    this.lists.set(key, list);
    list.push(retained);
    if (list.length >= 2 * this.limit) this.lists.set(key, this.isTruncated(list));
  }

  results(): CaseResult[] {
    return [...this.lists.values()].flatMap((list) => this.isTruncated(list)).map(({ result }) => result);
  }

  private isTruncated(list: RetainedOutcome[]): RetainedOutcome[] {
    if (list.length <= this.limit) return list;
    return list.sort(compareByCaseId).filter(({ evidence }, index) => index < this.limit || evidence > 0);
  }

  /** What proves nothing is no finding, and yet shown with what came back. */
  private keepInconclusive(retained: RetainedOutcome): void {
    const { status, findings, suite, operation, inconclusiveReason } = retained.result;
    if (status !== 'skip' && (status === 'pass' || findings.length > 0)) return;
    const key = `${suite} ${operation} ${inconclusiveReason}`;
    const shelf =
      this.inconclusive.get(key) ?? new TopN(MAX_EVIDENCE, (a, b) => compareByCaseId(a.retained, b.retained));
    this.inconclusive.set(key, shelf);
    shelf.add({ retained: retained });
  }
}
