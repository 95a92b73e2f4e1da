import type { ClauseCounts, ClauseCoverage } from './report.ts';

export function countClauses(coverage: readonly ClauseCoverage[]): ClauseCounts {
  const counts = { covered: 0, violated: 0, uncovered: 0 };
  for (const { state } of coverage) counts[state]++;
  return counts;
}

/** E.g. `12/14 covered`: what is violated was reached, too. */
export function formatCovered({ covered, violated, uncovered }: ClauseCounts): string {
  return `${covered + violated}/${covered + violated + uncovered} covered`;
}
