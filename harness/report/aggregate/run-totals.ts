import { verdictCounts } from '../../core/counts.ts';
import type { CaseResult, CaseStatus } from '../../core/model.ts';
import type { FindingGroup, Report } from '../../core/report.ts';
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
  refused: number;
  /** Whether a request was sent that should be refused. */
  rejecting: boolean;
}

const NOTHING: Readonly<OperationTotals> = { sent: 0, accepted: 0, refused: 0, rejecting: false };

/**
 * Counts the outcomes of a run as they come, or of several runs that shared its cases, and keeps of them what a report shows. Its size
 * has a bound that the contract sets, not the number of requests.
 */
export class RunTotals {
  /** Numbers of requests by suite and verdict. */
  readonly suites = new Map<string, Record<CaseStatus, number>>();
  /** How often each clause was exercised, by its id. */
  readonly exercised = new Map<string, number>();
  readonly broken = new Set<string>();
  private readonly operations = new Map<string, OperationTotals>();
  private readonly groups = new FindingGroups();
  private readonly listing: OutcomeList;
  private readonly undecided: CaseResult[] = [];

  /** @param lists how many operations and suites there are, each with a list of its own */
  constructor(lists: number) {
    this.listing = new OutcomeList(Math.max(LISTED_EACH, Math.floor(LISTED / Math.max(1, lists))));
  }

  add(outcome: CaseResult): void {
    if (outcome.ifAccepting) this.undecided.push(outcome);
    else this.count(outcome);
  }

  /** Adds a run that asked other cases. */
  absorb(report: Report): void {
    for (const suite of report.suites) addCounts(this.verdicts(suite.name), verdictCounts([suite]));
    for (const { id, sent, accepted, refused } of report.operations) {
      const tally = this.ofOperation(id);
      tally.sent += sent;
      tally.accepted += accepted;
      tally.refused += refused;
    }
    for (const { clause, count, state } of report.coverage) {
      this.exercise(clause.id, count);
      if (state === 'broken') this.broken.add(clause.id);
    }
    for (const group of report.findings) this.groups.absorb(group);
    for (const outcome of report.outcomes) this.recall(outcome);
  }

  /**
   * A refusal for want of credentials counts once another request of the operation was accepted.
   * @param part whether the tally is of one part of a run, which leaves that open
   */
  settle(part: boolean): void {
    const open = this.undecided.splice(0);
    for (const outcome of open) {
      const { ifAccepting, ...doubted } = outcome;
      const accepting = this.ofOperation(outcome.operation).accepted > 0;
      this.count(accepting && ifAccepting ? ifAccepting : part ? outcome : doubted);
    }
  }

  ofOperation(id: string): OperationTotals {
    const tally = this.operations.get(id) ?? { ...NOTHING };
    this.operations.set(id, tally);
    return tally;
  }

  findings(suiteOrder: readonly string[]): FindingGroup[] {
    return this.groups.list(suiteOrder);
  }

  /** What is listed, in no order. */
  outcomes(): CaseResult[] {
    return this.listing.outcomes();
  }

  private count(outcome: CaseResult): void {
    const { suite, verdict, operation, intent, effect, exercised, findings } = outcome;
    this.verdicts(suite)[verdict]++;
    const tally = this.ofOperation(operation);
    tally.sent++;
    if (effect) tally[effect]++;
    tally.rejecting ||= intent === 'reject';
    for (const id of exercised) this.exercise(id, 1);
    for (const { clause, severity } of findings) if (severity === 'error') this.broken.add(clause.id);
    const entry = retain(outcome);
    this.groups.add(entry);
    this.listing.add(entry);
  }

  /** Takes up an outcome that a report lists: it is counted there already, unless it is still open. */
  private recall(outcome: CaseResult): void {
    const { suite, verdict, operation, intent } = outcome;
    const tally = this.ofOperation(operation);
    tally.rejecting ||= intent === 'reject';
    if (outcome.ifAccepting) {
      this.verdicts(suite)[verdict]--;
      tally.sent--;
      this.undecided.push(outcome);
      return;
    }
    const entry = retain(outcome);
    this.groups.show(entry);
    this.listing.add(entry);
  }

  private verdicts(suite: string): Record<CaseStatus, number> {
    const verdicts = this.suites.get(suite) ?? { pass: 0, fail: 0, error: 0, skip: 0 };
    this.suites.set(suite, verdicts);
    return verdicts;
  }

  private exercise(id: string, times: number): void {
    this.exercised.set(id, (this.exercised.get(id) ?? 0) + times);
  }
}

function addCounts(counts: Record<CaseStatus, number>, more: Readonly<Record<CaseStatus, number>>): void {
  for (const verdict of Object.keys(counts) as CaseStatus[]) counts[verdict] += more[verdict];
}
