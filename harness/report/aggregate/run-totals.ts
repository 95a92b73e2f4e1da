import type { CaseResult, CaseStatus } from '../../core/model.ts';
import type { FindingGroup, Report } from '../../core/report.ts';
import { verdictCounts } from '../../core/report.ts';
import { FindingGroups } from './finding-groups.ts';
import { OutcomeList } from './outcome-list.ts';
import { retain } from './retained-outcome.ts';

/** So many outcomes are listed of a run at most, but for those that are evidence; all are counted. */
const LISTED = 30_000;
const LISTED_EACH = 20;

/** How the requests of one operation fared. */
export interface OperationTotals {
  sent: number;
  accepted: number;
  rejected: number;
  /** Whether a request was sent that should be refused. */
  expectedRejections: boolean;
}

const NOTHING: Readonly<OperationTotals> = { sent: 0, accepted: 0, rejected: 0, expectedRejections: false };

/**
 * Counts the outcomes of a run as they come, or of several runs that shared its cases, and keeps of them what a report shows. Its size
 * has a bound that the contract sets, not the number of requests.
 */
export class RunTotals {
  /** Numbers of requests by suite and verdict. */
  readonly suites = new Map<string, Record<CaseStatus, number>>();
  /** How often each clause was exercised, by its id. */
  readonly covered = new Map<string, number>();
  readonly violated = new Set<string>();
  private readonly operations = new Map<string, OperationTotals>();
  private readonly groups = new FindingGroups();
  private readonly resultList: OutcomeList;
  private readonly unresolved: CaseResult[] = [];

  /** @param lists how many operations and suites there are, each with a list of its own */
  constructor(lists: number) {
    this.resultList = new OutcomeList(Math.max(LISTED_EACH, Math.floor(LISTED / Math.max(1, lists))));
  }

  add(result: CaseResult): void {
    if (result.resultIfOperationAccepts) this.unresolved.push(result);
    else this.count(result);
  }

  /** Adds a run that asked other cases. */
  absorb(report: Report): void {
    for (const suite of report.suites) addCounts(this.statuses(suite.name), verdictCounts([suite]));
    for (const { id, sent, accepted, rejected } of report.operations) {
      const tally = this.totalsOf(id);
      tally.sent += sent;
      tally.accepted += accepted;
      tally.rejected += rejected;
    }
    for (const { clause, count, state } of report.coverage) {
      this.cover(clause.id, count);
      if (state === 'violated') this.violated.add(clause.id);
    }
    for (const group of report.findings) this.groups.absorb(group);
    for (const result of report.results) this.retract(result);
  }

  /**
   * A refusal for want of credentials counts once another request of the operation was accepted.
   * @param part whether the tally is of one part of a run, which leaves that open
   */
  resolve(part: boolean): void {
    const open = this.unresolved.splice(0);
    for (const result of open) {
      const { resultIfOperationAccepts, ...doubted } = result;
      const accepting = this.totalsOf(result.operation).accepted > 0;
      this.count(accepting && resultIfOperationAccepts ? resultIfOperationAccepts : part ? result : doubted);
    }
  }

  totalsOf(id: string): OperationTotals {
    const tally = this.operations.get(id) ?? { ...NOTHING };
    this.operations.set(id, tally);
    return tally;
  }

  findings(suiteOrder: readonly string[]): FindingGroup[] {
    return this.groups.list(suiteOrder);
  }

  /** What is listed, in no order. */
  results(): CaseResult[] {
    return this.resultList.results();
  }

  private count(result: CaseResult): void {
    const { suite, status, operation, expectation, disposition, coveredClauses, findings } = result;
    this.statuses(suite)[status]++;
    const tally = this.totalsOf(operation);
    tally.sent++;
    if (disposition) tally[disposition]++;
    tally.expectedRejections ||= expectation === 'reject';
    for (const id of coveredClauses) this.cover(id, 1);
    for (const { clause, severity } of findings) if (severity === 'error') this.violated.add(clause.id);
    const entry = retain(result);
    this.groups.add(entry);
    this.resultList.add(entry);
  }

  /** Takes up an outcome that a report lists: it is counted there already, unless it is still open. */
  private retract(result: CaseResult): void {
    const { suite, status, operation, expectation } = result;
    const tally = this.totalsOf(operation);
    tally.expectedRejections ||= expectation === 'reject';
    if (result.resultIfOperationAccepts) {
      this.statuses(suite)[status]--;
      tally.sent--;
      this.unresolved.push(result);
      return;
    }
    const entry = retain(result);
    this.groups.show(entry);
    this.resultList.add(entry);
  }

  private statuses(suite: string): Record<CaseStatus, number> {
    const verdicts = this.suites.get(suite) ?? { pass: 0, fail: 0, error: 0, skip: 0 };
    this.suites.set(suite, verdicts);
    return verdicts;
  }

  private cover(id: string, times: number): void {
    this.covered.set(id, (this.covered.get(id) ?? 0) + times);
  }
}

function addCounts(counts: Record<CaseStatus, number>, more: Readonly<Record<CaseStatus, number>>): void {
  for (const verdict of Object.keys(counts) as CaseStatus[]) counts[verdict] += more[verdict];
}
