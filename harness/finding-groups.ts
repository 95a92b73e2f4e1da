import { findingKey } from './finding-keys.ts';
import type { Finding, FindingGroup, Outcome, Request } from './model.ts';

const CASES_SHOWN = 5;

/** The same failure seen through many requests is one entry, with the smallest request. */
export function groupFindings(outcomes: readonly Outcome[]): FindingGroup[] {
  const groups = new Map<string, { finding: Finding; outcomes: Outcome[] }>();
  for (const outcome of outcomes)
    for (const finding of outcome.findings) {
      const key = findingKey(outcome.operation, finding.check, finding.clause.id);
      const group = groups.get(key);
      if (!group) groups.set(key, { finding, outcomes: [outcome] });
      else {
        if (size(outcome) < size(group.outcomes[0])) {
          group.finding = finding;
          group.outcomes.unshift(outcome);
        } else group.outcomes.push(outcome);
      }
    }
  return [...groups].map(([key, group]) => toGroup(key, group.finding, group.outcomes)).sort(bySeverityAndPlace);
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
