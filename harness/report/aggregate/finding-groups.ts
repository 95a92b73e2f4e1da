import type { Case, CaseResult, Finding, HttpRequest } from '../../core/model.ts';
import { findingKey } from '../../core/model.ts';
import type { FindingGroup } from '../../core/report.ts';
import { compareByCaseId, compareStrings, type RetainedOutcome, retain } from './retained-outcome.ts';
import { TopN } from './top-n.ts';

const CASES_SHOWN = 5;

/** Of so many outcomes that show a failure, what was sent and what came back is kept. */
export const MAX_EVIDENCE = 25;

/** An outcome that shows a failure, and its finding. */
interface Exhibit {
  readonly retained: RetainedOutcome;
  readonly finding: Finding;
}

/** The same failure seen through many requests is one group, with the smallest request; the order in which they came makes no difference. */
export class FindingGroups {
  private readonly groups = new Map<string, Group>();

  /** Counts each failure that an outcome shows, at however many places of the answer. */
  add(entry: RetainedOutcome): void {
    for (const [key, finding] of failuresOf(entry.result)) {
      const group = this.group(key);
      group.count++;
      group.suites.add(entry.result.suite);
      group.show({ retained: entry, finding });
    }
  }

  /** Adds what another run counted; the outcomes that it kept are shown then. */
  absorb(given: FindingGroup): void {
    const group = this.group(given.key);
    group.count += given.count;
    for (const suite of given.suites) group.suites.add(suite);
    group.absorbed ??= given;
  }

  /** Takes an outcome that is counted already as evidence. */
  show(entry: RetainedOutcome): void {
    for (const [key, finding] of failuresOf(entry.result)) this.group(key).show({ retained: entry, finding });
  }

  /** Errors before warnings, in the order of the document. */
  list(suiteOrder: readonly string[] = []): FindingGroup[] {
    return [...this.groups].flatMap(([key, group]) => group.summary(key, suiteOrder) ?? []).sort(bySeverityAndPlace);
  }

  private group(key: string): Group {
    const known = this.groups.get(key) ?? new Group();
    this.groups.set(key, known);
    return known;
  }
}

/** The failures of some outcomes that are all there is. */
export function groupFindings(results: readonly CaseResult[]): FindingGroup[] {
  const groups = new FindingGroups();
  for (const result of results) groups.add(retain(result));
  return groups.list();
}

class Group {
  count = 0;
  readonly suites = new Set<string>();
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
    if (!best) return this.absorbed && { ...this.absorbed, count: this.count, suites };
    const { finding, retained } = best;
    const others = this.first.items.map(({ retained: { result } }) => result.case);
    return {
      ...finding,
      key,
      operation: retained.result.operation,
      count: this.count,
      suites,
      cases: [...new Set([retained.result.case, ...others])].slice(0, CASES_SHOWN),
      exchange: retained.result.exchange,
    };
  }

  /** What a random request shrank to takes its place where nothing but random requests of its suite showed the failure. */
  private best(key: string): Exhibit | undefined {
    const [smallest] = this.smallest.items;
    const shown = this.first.items.map(({ retained: { result } }) => result);
    const random = shown.find(({ shrunk }) => shrunk?.some((each) => each.key === key));
    if (!random || shown.some(({ suite, shrunk }) => suite === random.suite && !shrunk)) return smallest;
    const outcome = random.shrunk?.find((each) => each.key === key)?.result;
    const finding = outcome && failuresOf(outcome).get(key);
    const shrunk = finding && { retained: retain(outcome), finding };
    return shrunk && smallest && smallestFirst(shrunk, smallest) < 0 ? shrunk : smallest;
  }
}

/** By its key each failure that an outcome shows; an error is never told as a warning. */
function failuresOf({ operation, findings }: CaseResult): Map<string, Finding> {
  const failures = new Map<string, Finding>();
  for (const finding of findings) {
    const key = findingKey(operation, finding.check, finding.clause.id);
    const known = failures.get(key);
    if (!known || (finding.severity === 'error' && known.severity !== 'error')) failures.set(key, finding);
  }
  return failures;
}

/** Random requests come last, in the order in which they are shrunk. */
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

function bySeverityAndPlace(a: FindingGroup, b: FindingGroup): number {
  if (a.severity !== b.severity) return a.severity === 'error' ? -1 : 1;
  const [here, there] = [a.clause.location, b.clause.location];
  return here.file.localeCompare(there.file) || here.line - there.line || compareStrings(a.key, b.key);
}

/** Of random requests that show a failure, the first is shrunk: a valid one if there is one, for nothing else is wrong with it. */
export function compareForShrinking(a: Pick<Case, 'id' | 'expectation'>, b: Pick<Case, 'id' | 'expectation'>): number {
  return (
    Number(b.expectation === 'accept') - Number(a.expectation === 'accept') || (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}
