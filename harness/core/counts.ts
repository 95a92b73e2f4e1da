import type { CaseStatus } from './model.ts';
import type { SuiteSummary } from './report.ts';

const VERDICTS = ['pass', 'fail', 'error', 'skip'] as const satisfies readonly CaseStatus[];

/** How many cases of these suites had each verdict, whether a report lists them or not. */
export function verdictCounts(suites: readonly SuiteSummary[]): Record<CaseStatus, number> {
  const counts = { pass: 0, fail: 0, error: 0, skip: 0 };
  for (const suite of suites) for (const verdict of VERDICTS) counts[verdict] += suite[verdict];
  return counts;
}

/** How many cases these suites judged. */
export function caseCount(suites: readonly SuiteSummary[]): number {
  const { pass, fail, error, skip } = verdictCounts(suites);
  return pass + fail + error + skip;
}
