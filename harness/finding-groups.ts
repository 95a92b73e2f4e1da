import { findingKey } from './finding-keys.ts';
import type { Finding, FindingGroup, Outcome, Request } from './model.ts';

const CASES_SHOWN = 5;

interface Group {
  /** Of the first outcome, which has the smallest request. */
  finding: Finding;
  readonly outcomes: Outcome[];
}

/** The same failure seen through many requests is one entry, with the smallest request. */
export function groupFindings(outcomes: readonly Outcome[]): FindingGroup[] {
  const groups = new Map<string, Group>();
  for (const outcome of outcomes)
    for (const finding of outcome.findings) {
      const key = findingKey(outcome.operation, finding.check, finding.clause.id);
      const group = groups.get(key);
      if (group) add(group, finding, outcome);
      else groups.set(key, { finding, outcomes: [outcome] });
    }
  return [...groups].map(([key, group]) => toGroup(key, group.finding, group.outcomes)).sort(bySeverityAndPlace);
}

/** An outcome that shows the failure at several places of its answer counts once; an error is never told as a warning. */
function add(group: Group, finding: Finding, outcome: Outcome): void {
  const [first] = group.outcomes;
  const isSevere = finding.severity === 'error';
  const better = isSevere === (group.finding.severity === 'error') ? size(outcome) < size(first) : isSevere;
  if (better) group.finding = finding;
  if (group.outcomes.at(-1) === outcome || first === outcome) return;
  if (better) group.outcomes.unshift(outcome);
  else group.outcomes.push(outcome);
}

function toGroup(key: string, finding: Finding, outcomes: readonly Outcome[]): FindingGroup {
  return {
    ...finding,
    key,
    operation: outcomes[0]?.operation ?? finding.clause.operation,
    count: outcomes.length,
    suites: [...new Set(outcomes.map(({ suite }) => suite))],
    cases: outcomes.slice(0, CASES_SHOWN).map((outcome) => outcome.case),
    exchange: outcomes[0]?.exchange,
  };
}

function bySeverityAndPlace(a: FindingGroup, b: FindingGroup): number {
  if (a.severity !== b.severity) return a.severity === 'error' ? -1 : 1;
  return (
    a.clause.location.file.localeCompare(b.clause.location.file) || a.clause.location.line - b.clause.location.line
  );
}

function size(outcome: Outcome | undefined): number {
  const request: Request | undefined = outcome?.exchange?.request;
  return request ? request.path.length + (request.body?.length ?? 0) : Number.POSITIVE_INFINITY;
}
