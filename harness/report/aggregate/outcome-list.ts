import type { CaseResult } from '../../core/model.ts';
import { MAX_EVIDENCE } from './finding-groups.ts';
import { compareByCaseId, dropUnreferencedExchange, type RetainedOutcome } from './retained-outcome.ts';
import { TopN } from './top-n.ts';

/**
 * The results that a report lists: of each suite, operation and status the first by case id, up to a limit, and all that are evidence.
 * The others are only counted, so that memory is bounded.
 */
export class OutcomeList {
  private readonly limit: number;
  private readonly lists = new Map<string, RetainedOutcome[]>();
  private readonly inconclusive = new Map<string, TopN<{ readonly retained: RetainedOutcome }>>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Adds a result that {@link FindingGroups} has seen before. */
  add(retained: RetainedOutcome): void {
    this.retainInconclusive(retained);
    dropUnreferencedExchange(retained);
    const { suite, operation, status } = retained.result;
    const key = `${suite} ${status} ${operation}`;
    const list = this.lists.get(key) ?? [];
    this.lists.set(key, list);
    list.push(retained);
    if (list.length >= 2 * this.limit) this.lists.set(key, this.truncated(list));
  }

  results(): CaseResult[] {
    return [...this.lists.values()].flatMap((list) => this.truncated(list)).map(({ result }) => result);
  }

  private truncated(list: RetainedOutcome[]): RetainedOutcome[] {
    if (list.length <= this.limit) return list;
    return list.sort(compareByCaseId).filter(({ evidence }, index) => index < this.limit || evidence > 0);
  }

  /** Retains the exchanges of some results that are inconclusive or were not sent. */
  private retainInconclusive(retained: RetainedOutcome): void {
    const { status, findings, suite, operation, inconclusiveReason } = retained.result;
    if (status !== 'skip' && (status === 'pass' || findings.length > 0)) return;
    const key = `${suite} ${operation} ${inconclusiveReason}`;
    const first =
      this.inconclusive.get(key) ?? new TopN(MAX_EVIDENCE, (a, b) => compareByCaseId(a.retained, b.retained));
    this.inconclusive.set(key, first);
    first.add({ retained });
  }
}
