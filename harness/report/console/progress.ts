import type { CaseResult, CaseStatus, Finding } from '../../core/model.ts';
import type { RunEvent } from '../../core/report.ts';
import { caseCount } from '../../core/report.ts';

/** How one suite fares on one operation. */
export interface SuiteProgress {
  readonly suite: string;
  readonly operation: string;
  accepted: number;
  rejected: number;
  readonly statuses: Record<CaseStatus, number>;
}

/** Counts what a run tells while it goes on. Holds no outcome, so that its size is that of the contract. */
export class Progress {
  private cases = 0;
  private readonly keys = new Set<string>();
  private readonly suites = new Map<string, SuiteProgress>();
  /** By suite how many cases there will be, as far as that is known. */
  private readonly plans = new Map<string, number | undefined>();

  /** How many cases there will be, once every suite has told; never less than are done. */
  get total(): number | undefined {
    let sum = 0;
    for (const cases of this.plans.values()) {
      if (cases === undefined) return undefined;
      sum += cases;
    }
    return this.plans.size > 0 ? Math.max(sum, this.cases) : undefined;
  }

  get done(): number {
    return this.cases;
  }

  /** How many different failures were seen so far: by operation, check and clause. */
  get findings(): number {
    return this.keys.size;
  }

  record(event: RunEvent): void {
    if (event.type === 'result') this.count(event.result);
    else this.plan(event);
  }

  /** How a suite fares, an operation at a time, in the order in which they were first asked. */
  ofSuite(name: string): SuiteProgress[] {
    return [...this.suites.values()].filter(({ suite }) => suite === name);
  }

  private plan(event: RunEvent): void {
    if (event.type === 'start') for (const suite of event.suites) this.plans.set(suite, undefined);
    if (event.type === 'plan') this.plans.set(event.suite, event.cases);
    if (event.type === 'suite') this.plans.set(event.suite.name, caseCount([event.suite]));
  }

  private count(result: CaseResult): void {
    this.cases++;
    const tally = this.countResult(result);
    tally.statuses[result.status]++;
    if (result.inconclusive) return;
    for (const finding of result.findings) this.keys.add(findingKey(result, finding));
    if (result.disposition) tally[result.disposition]++;
  }

  private countResult({ suite, operation }: CaseResult): SuiteProgress {
    const key = JSON.stringify([suite, operation]);
    const known = this.suites.get(key);
    if (known) return known;
    const unique: SuiteProgress = {
      suite,
      operation,
      accepted: 0,
      rejected: 0,
      statuses: { pass: 0, fail: 0, error: 0, skip: 0 },
    };
    this.suites.set(key, unique);
    return unique;
  }
}

function findingKey({ operation }: CaseResult, { check, clause }: Finding): string {
  return `${operation} ${check} ${clause.id}`;
}

/** Milliseconds in words: `0.3 s`, `42 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
