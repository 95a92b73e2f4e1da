import {
  falsePositives,
  isComplete,
  type MutantResult,
  type MutationReport,
  mutationSummary,
  survivors,
} from './report.ts';

/** Formats a report as JSON, for other programs. */
export function mutationReportJson(report: MutationReport): string {
  const { clauses, mutants, variations, withoutMutants, suites, seed, planned, stopped, notRun, durationMs } = report;
  const value = {
    summary: mutationSummary(report),
    complete: isComplete(report),
    suites,
    seed,
    durationMs: Math.round(durationMs),
    planned,
    stopped,
    notRun,
    survivors: survivors(report).map(({ mutant }) => mutant.id),
    falsePositives: falsePositives(report),
    clauses: clauses.map(({ id, description, schemaPointer, location }) => ({
      id,
      description,
      schemaPointer,
      location,
    })),
    withoutMutants: withoutMutants.map(({ clause, reason }) => ({ clause: clause.id, reason })),
    mutants: mutants.map(mutantJson),
    variations: variations.map(({ description, requests, durationMs: own }) => ({
      description,
      requests,
      durationMs: Math.round(own),
    })),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function mutantJson({ mutant, kills, triggered, durationMs }: MutantResult): object {
  return {
    id: mutant.id,
    clause: mutant.clause.id,
    mutator: mutant.mutator,
    description: mutant.description,
    equivalentFindings: mutant.equivalentFindings?.reason,
    triggered,
    kills: kills.map(({ suite, check, case: id, requestCount }) => ({ suite, check, case: id, requestCount })),
    durationMs: Math.round(durationMs * 10) / 10,
  };
}
