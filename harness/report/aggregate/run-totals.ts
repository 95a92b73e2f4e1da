import { verdictCounts } from '../../core/case-counts.ts';
import type { CaseResult, CaseStatus } from '../../core/model.ts';
import type { FindingGroup, Report, RunFinding } from '../../core/report.ts';
import { FindingGroups } from './finding-groups.ts';
import { decide } from './inconclusive.ts';
import { OutcomeList } from './outcome-list.ts';
import { retain } from './retained-outcome.ts';

/** A report lists at most this many results, in addition to those that are evidence; all are counted. */
const MAX_LISTED = 30_000;
const MIN_LISTED_PER_LIST = 20;

/** Counts of the requests of one operation. */
export interface OperationTotals {
  sent: number;
  accepted: number;
  rejected: number;
  /** Whether a request was sent that is to be rejected. */
  expectedRejections: boolean;
}

const ZERO: Readonly<OperationTotals> = { sent: 0, accepted: 0, rejected: 0, expectedRejections: false };

/**
 * Counts the results of a run, or of its shards, and retains what a report shows. Its size is bounded by the contract, not by the number
 * of requests.
 */
export class RunTotals {
  /** Number of requests by suite and status. */
  readonly suites = new Map<string, Record<CaseStatus, number>>();
  /** Number of results that cover each clause, by its id. */
  readonly covered = new Map<string, number>();
  readonly violated = new Set<string>();
  private readonly operations = new Map<string, OperationTotals>();
  private readonly groups = new FindingGroups();
  private readonly resultList: OutcomeList;
  private readonly undecided: CaseResult[] = [];

  /** @param lists number of operations times suites, each with a separate list */
  constructor(lists: number) {
    this.resultList = new OutcomeList(Math.max(MIN_LISTED_PER_LIST, Math.floor(MAX_LISTED / Math.max(1, lists))));
  }

  add(result: CaseResult): void {
    if (result.inconclusive) this.undecided.push(result);
    else this.count(result);
  }

  /** Adds the report of another shard. */
  absorb(report: Report): void {
    for (const suite of report.suites) addCounts(this.statuses(suite.name), verdictCounts([suite]));
    for (const { id, sent, accepted, rejected } of report.operations) {
      const totals = this.totalsOf(id);
      totals.sent += sent;
      totals.accepted += accepted;
      totals.rejected += rejected;
    }
    for (const { clause, count, state } of report.coverage) {
      this.cover(clause.id, count);
      if (state === 'violated') this.violated.add(clause.id);
    }
    for (const group of report.findings) this.groups.absorb(group);
    for (const result of report.results) this.retract(result);
  }

  /**
   * Decides the results that depend on all others, such as rejections for missing credentials.
   * @param isShard whether these are the totals of a shard, which leaves them open for the whole run
   */
  finalize(isShard: boolean): void {
    for (const result of this.undecided.splice(0)) {
      const isAccepting = this.totalsOf(result.operation).accepted > 0;
      const decided = decide(result, isAccepting);
      this.count(decided, isShard && !isAccepting ? result : decided);
    }
  }

  totalsOf(id: string): OperationTotals {
    const totals = this.operations.get(id) ?? { ...ZERO };
    this.operations.set(id, totals);
    return totals;
  }

  findings(suiteOrder: readonly string[]): FindingGroup[] {
    return this.groups.list(suiteOrder);
  }

  /** Returns the listed results, in no order. */
  results(): CaseResult[] {
    return this.resultList.results();
  }

  /** Adds a violation that several exchanges show, which are counted already. */
  addRunFinding({ finding, evidence }: RunFinding): void {
    if (finding.severity === 'error') this.violated.add(finding.clause.id);
    for (const result of evidence) this.groups.add(retain(result));
  }

  private count(result: CaseResult, listed = result): void {
    const { suite, status, operation, expectation, disposition, coveredClauses, findings } = result;
    this.statuses(suite)[status]++;
    const totals = this.totalsOf(operation);
    totals.sent++;
    if (disposition) totals[disposition]++;
    totals.expectedRejections ||= expectation === 'reject';
    for (const id of coveredClauses) this.cover(id, 1);
    for (const { clause, severity } of findings) if (severity === 'error') this.violated.add(clause.id);
    const retained = retain(listed);
    if (!listed.inconclusive) this.groups.add(retained);
    this.resultList.add(retained);
  }

  /** Adds a result that the report of a shard lists: it is counted there already, unless it is unresolved. */
  private retract(result: CaseResult): void {
    const { suite, status, operation, expectation } = result;
    const totals = this.totalsOf(operation);
    totals.expectedRejections ||= expectation === 'reject';
    if (result.inconclusive) {
      this.statuses(suite)[status]--;
      totals.sent--;
      this.undecided.push(result);
      return;
    }
    const retained = retain(result);
    this.groups.show(retained);
    this.resultList.add(retained);
  }

  private statuses(suite: string): Record<CaseStatus, number> {
    const statuses = this.suites.get(suite) ?? { pass: 0, fail: 0, error: 0, skip: 0 };
    this.suites.set(suite, statuses);
    return statuses;
  }

  private cover(id: string, times: number): void {
    this.covered.set(id, (this.covered.get(id) ?? 0) + times);
  }
}

function addCounts(counts: Record<CaseStatus, number>, more: Readonly<Record<CaseStatus, number>>): void {
  for (const status of Object.keys(counts) as CaseStatus[]) counts[status] += more[status];
}
