import { isResponse } from '../../core/http-response.ts';
import type { Case, CaseResult, Finding, HttpRequest } from '../../core/model.ts';
import { findingKey } from '../../core/model.ts';
import type { FindingGroup } from '../../core/report.ts';
import { compareStrings } from '../../core/util/compare-strings.ts';
import { compareByCaseId, type RetainedOutcome, retain } from './retained-outcome.ts';
import { StatusCounts } from './status-counts.ts';
import { TopN } from './top-n.ts';

const MAX_CASES = 5;

/** The number of exchanges that are retained as evidence of a finding. */
export const MAX_EVIDENCE = 25;

/** A result with one of its findings. */
interface Exhibit {
  readonly retained: RetainedOutcome;
  readonly finding: Finding;
}

/** Groups findings by key, with the smallest request of each group; the order of the results makes no difference. */
export class FindingGroups {
  private readonly groups = new Map<string, Group>();

  /** Counts each finding of a result once, however often it occurs in the response. */
  add(retained: RetainedOutcome): void {
    for (const [key, finding] of findingsByKey(retained.result)) {
      const group = this.group(key);
      group.count++;
      group.statuses.add(statusOf(retained.result), 1);
      if (finding.changeKind !== undefined) group.changeKinds.add(finding.changeKind);
      group.suites.add(retained.result.suite);
      group.show({ retained, finding });
    }
  }

  /** Adds the counts of another shard; {@link show} adds its evidence. */
  absorb(other: FindingGroup): void {
    const group = this.group(other.key);
    group.count += other.count;
    for (const { status, count } of other.statuses) group.statuses.add(status, count);
    for (const suite of other.suites) group.suites.add(suite);
    for (const kind of other.changeKinds ?? []) group.changeKinds.add(kind);
    group.absorbed ??= other;
  }

  /** Adds a result as evidence without counting it. */
  show(retained: RetainedOutcome): void {
    for (const [key, finding] of findingsByKey(retained.result)) this.group(key).show({ retained, finding });
  }

  /** Errors before warnings, in the order of the document. */
  list(suiteOrder: readonly string[] = []): FindingGroup[] {
    return [...this.groups].flatMap(([key, group]) => group.summary(key, suiteOrder) ?? []).sort(bySeverityAndLocation);
  }

  private group(key: string): Group {
    const group = this.groups.get(key) ?? new Group();
    this.groups.set(key, group);
    return group;
  }
}

/** Groups the findings of a complete list of results. */
export function groupFindings(results: readonly CaseResult[]): FindingGroup[] {
  const groups = new FindingGroups();
  for (const result of results) groups.add(retain(result));
  return groups.list();
}

class Group {
  count = 0;
  readonly statuses = new StatusCounts();
  readonly suites = new Set<string>();
  readonly changeKinds = new Set<string>();
  /** Shown if no result is listed that has the finding, because several exchanges together showed it. */
  absorbed: FindingGroup | undefined;
  private readonly first = new TopN<Exhibit>(MAX_EVIDENCE, unshrunkFirst);
  private readonly smallest = new TopN<Exhibit>(1, smallestFirst);

  show(exhibit: Exhibit): void {
    this.first.add(exhibit);
    this.smallest.add(exhibit);
  }

  summary(key: string, suiteOrder: readonly string[]): FindingGroup | undefined {
    const best = this.best(key);
    const rank = (suite: string) => suiteOrder.indexOf(suite);
    const suites = [...this.suites].sort((a, b) => rank(a) - rank(b));
    const { count } = this;
    const changeKinds = this.changeKinds.size > 0 ? { changeKinds: [...this.changeKinds].sort() } : {};
    const statuses = this.statuses.list();
    if (!best) return this.absorbed && { ...this.absorbed, count, statuses, suites, ...changeKinds };
    const { finding, retained } = best;
    const others = this.first.items.map(({ retained: { result } }) => result.case);
    return {
      ...finding,
      key,
      operation: retained.result.operation,
      count,
      statuses,
      suites,
      ...changeKinds,
      cases: [...new Set([retained.result.case, ...others])].slice(0, MAX_CASES),
      exchange: retained.result.exchange,
    };
  }

  /** Prefers the shrunk request if only random requests of its suite have the finding. */
  private best(key: string): Exhibit | undefined {
    const [smallest] = this.smallest.items;
    const results = this.first.items.map(({ retained: { result } }) => result);
    const random = results.find(({ shrunk }) => shrunk?.some((each) => each.key === key));
    if (!random || results.some(({ suite, shrunk }) => suite === random.suite && !shrunk)) return smallest;
    const result = random.shrunk?.find((each) => each.key === key)?.result;
    const finding = result && findingsByKey(result).get(key);
    const shrunk = finding && { retained: retain(result), finding };
    return shrunk && smallest && smallestFirst(shrunk, smallest) < 0 ? shrunk : smallest;
  }
}

/** The status of a response or the kind of a transport error; undefined if several exchanges show a finding. */
function statusOf({ exchange, findings }: CaseResult): string | undefined {
  if (!exchange || findings.some(({ sequence }) => sequence)) return undefined;
  return isResponse(exchange.response) ? String(exchange.response.status) : exchange.response.kind;
}

/** Returns the findings of a result by key; an error takes precedence over a warning. */
function findingsByKey({ operation, findings }: CaseResult): Map<string, Finding> {
  const byKey = new Map<string, Finding>();
  for (const finding of findings) {
    const key = findingKey(operation, finding);
    const earlier = byKey.get(key);
    if (!earlier || (finding.severity === 'error' && earlier.severity !== 'error')) byKey.set(key, finding);
  }
  return byKey;
}

/** Orders random requests last, in the order in which they are shrunk. */
function unshrunkFirst(a: Exhibit, b: Exhibit): number {
  const [one, other] = [a.retained.result, b.retained.result];
  const random = Number(one.shrunk !== undefined) - Number(other.shrunk !== undefined);
  if (random !== 0 || !one.shrunk) return random || compareByCaseId(a.retained, b.retained);
  return compareForShrinking(
    { id: one.case, expectation: one.expectation },
    { id: other.case, expectation: other.expectation },
  );
}

function smallestFirst(a: Exhibit, b: Exhibit): number {
  const warning = ({ finding }: Exhibit) => Number(finding.severity !== 'error');
  return warning(a) - warning(b) || size(a) - size(b) || compareByCaseId(a.retained, b.retained);
}

function size({ retained }: Exhibit): number {
  const request: HttpRequest | undefined = retained.result.exchange?.request;
  return request ? request.path.length + (request.body?.length ?? 0) : Number.MAX_SAFE_INTEGER;
}

function bySeverityAndLocation(a: FindingGroup, b: FindingGroup): number {
  if (a.severity !== b.severity) return a.severity === 'error' ? -1 : 1;
  const [one, other] = [a.clause.location, b.clause.location];
  return compareStrings(one.file, other.file) || one.line - other.line || compareStrings(a.key, b.key);
}

/** Orders the failing random requests for shrinking: valid ones first, since nothing else is wrong with them. */
export function compareForShrinking(a: Pick<Case, 'id' | 'expectation'>, b: Pick<Case, 'id' | 'expectation'>): number {
  return (
    Number(b.expectation === 'accept') - Number(a.expectation === 'accept') || (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}
