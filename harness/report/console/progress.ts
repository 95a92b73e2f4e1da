import { caseCount } from '../../core/case-counts.ts';
import type { CaseResult, CaseStatus } from '../../core/model.ts';
import { findingKey } from '../../core/model.ts';
import type { RunEvent } from '../../core/report.ts';

/** Counts of one suite on one operation. */
export interface SuiteProgress {
  readonly suite: string;
  readonly operation: string;
  accepted: number;
  rejected: number;
  readonly statuses: Record<CaseStatus, number>;
}

/** Counts the events of a run. Retains no results, so that its size depends on the contract alone. */
export class Progress {
  private cases = 0;
  private readonly keys = new Set<string>();
  private readonly suites = new Map<string, SuiteProgress>();
  private readonly plannedCases = new Map<string, number | undefined>();

  /** The number of planned cases, never below {@link done}; undefined until every suite has reported its own. */
  get total(): number | undefined {
    let sum = 0;
    for (const cases of this.plannedCases.values()) {
      if (cases === undefined) return undefined;
      sum += cases;
    }
    return this.plannedCases.size > 0 ? Math.max(sum, this.cases) : undefined;
  }

  get done(): number {
    return this.cases;
  }

  /** The number of distinct findings so far. */
  get findings(): number {
    return this.keys.size;
  }

  record(event: RunEvent): void {
    if (event.type === 'result') this.count(event.result);
    else this.plan(event);
  }

  /** Returns the counts of a suite, one entry per operation, in the order of their first cases. */
  ofSuite(name: string): SuiteProgress[] {
    return [...this.suites.values()].filter(({ suite }) => suite === name);
  }

  private plan(event: RunEvent): void {
    if (event.type === 'start') for (const suite of event.suites) this.plannedCases.set(suite, undefined);
    if (event.type === 'plan') this.plannedCases.set(event.suite, event.cases);
    if (event.type === 'suite') this.plannedCases.set(event.suite.name, caseCount([event.suite]));
  }

  private count(result: CaseResult): void {
    this.cases++;
    const counts = this.countsOf(result);
    counts.statuses[result.status]++;
    if (result.inconclusive) return;
    for (const finding of result.findings) this.keys.add(findingKey(result.operation, finding));
    if (result.disposition) counts[result.disposition]++;
  }

  private countsOf({ suite, operation }: CaseResult): SuiteProgress {
    const key = JSON.stringify([suite, operation]);
    const existing = this.suites.get(key);
    if (existing) return existing;
    const statuses = { pass: 0, fail: 0, error: 0, skip: 0 };
    const created: SuiteProgress = { suite, operation, accepted: 0, rejected: 0, statuses };
    this.suites.set(key, created);
    return created;
  }
}

/** Formats milliseconds: `0.3 s`, `42 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
