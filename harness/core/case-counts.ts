import type { CaseStatus } from './model.ts';
import type { SuiteSummary } from './report.ts';
import { formatNumber, pluralize } from './util/pluralize.ts';

const VERDICTS = ['pass', 'fail', 'error', 'skip'] as const satisfies readonly CaseStatus[];

/** Counts the cases of these suites by status, whether a report lists them or not. */
export function verdictCounts(suites: readonly SuiteSummary[]): Record<CaseStatus, number> {
  const counts = { pass: 0, fail: 0, error: 0, skip: 0 };
  for (const suite of suites) for (const verdict of VERDICTS) counts[verdict] += suite[verdict];
  return counts;
}

/** Counts the cases of these suites. */
export function caseCount(suites: readonly SuiteSummary[]): number {
  const { pass, fail, error, skip } = verdictCounts(suites);
  return pass + fail + error + skip;
}

/** How many of the planned cases were sent, e.g. `312 of at least 2041 planned cases`. */
export function formatSentCases(suites: readonly SuiteSummary[]): string {
  const sent = caseCount(suites);
  const notSent = suites.flatMap((suite) => suite.notSent ?? []);
  const planned = notSent.reduce((sum, { cases }) => sum + cases, sent);
  const bound = notSent.some(({ isLowerBound }) => isLowerBound) ? 'at least ' : '';
  return `${formatNumber(sent)} of ${bound}${pluralize(planned, 'planned case')}`;
}
