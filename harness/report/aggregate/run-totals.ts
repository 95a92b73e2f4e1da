import type { CaseResult, CaseStatus } from '../../core/model.ts';
import type { FindingGroup, Report, RunFinding } from '../../core/report.ts';
import { verdictCounts } from '../../core/report.ts';
import { FindingGroups } from './finding-groups.ts';
import { decide } from './inconclusive.ts';
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
  private readonly undecided: CaseResult[] = [];

  /** @param lists how many operations and suites there are, each with a list of its own */
  constructor(lists: number) {
    this.resultList = new OutcomeList(Math.max(LISTED_EACH, Math.floor(LISTED / Math.max(1, lists))));
  }

  add(result: CaseResult): void {
    if (result.inconclusive) this.undecided.push(result);
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
   * Decides the results that were left open until all others are known.
   * @param part whether these are the totals of a shard, which leaves them open for the whole run
   */
  finalize(part: boolean): void {
    for (const result of this.undecided.splice(0)) {
      const isAccepting = this.totalsOf(result.operation).accepted > 0;
      const decided = decide(result, isAccepting);
      this.count(decided, part && !isAccepting ? result : decided);
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

  /** Adds a violation that several exchanges show, which are counted already. */
  addRunFinding({ finding, evidence }: RunFinding): void {
    if (finding.severity === 'error') this.violated.add(finding.clause.id);
    for (const result of evidence) this.groups.add(retain(result));
  }

  private count(result: CaseResult, listed = result): void {
    const { suite, status, operation, expectation, disposition, coveredClauses, findings } = result;
    this.statuses(suite)[status]++;
    const tally = this.totalsOf(operation);
    tally.sent++;
    if (disposition) tally[disposition]++;
    tally.expectedRejections ||= expectation === 'reject';
    for (const id of coveredClauses) this.cover(id, 1);
    for (const { clause, severity } of findings) if (severity === 'error') this.violated.add(clause.id);
    const entry = retain(listed);
    if (!listed.inconclusive) this.groups.add(entry);
    this.resultList.add(entry);
  }

  /** Takes up an outcome that a report lists: it is counted there already, unless it is still open. */
  private retract(result: CaseResult): void {
    const { suite, status, operation, expectation } = result;
    const tally = this.totalsOf(operation);
    tally.expectedRejections ||= expectation === 'reject';
    if (result.inconclusive) {
      this.statuses(suite)[status]--;
      tally.sent--;
      this.undecided.push(result);
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
