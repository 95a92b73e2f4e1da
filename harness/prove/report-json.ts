import { falsePositives, isComplete, type MutationReport, mutationSummary, survivors } from './report.ts';

/** A proof as JSON, for other programs. */
export function mutationReportJson(report: MutationReport): string {
  const { clauses, mutants, variations, withoutMutants, suites, seed, planned, durationMs } = report;
  const value = {
    summary: mutationSummary(report),
    complete: isComplete(report),
    suites,
    seed,
    ms: Math.round(durationMs),
    planned,
    survivors: survivors(report).map((trial) => trial.mutant.id),
    alarms: falsePositives(report),
    clauses: clauses.map(({ id, description, schemaPointer, location }) => ({
      id,
      says: description,
      pointer: schemaPointer,
      location,
    })),
    untested: withoutMutants.map(({ clause, reason }) => ({ clause: clause.id, why: reason })),
    breaks: mutants.map(({ mutant: given, kills, shown, durationMs: own }) => ({
      id: given.id,
      clause: given.clause.id,
      kind: given.kind,
      says: given.description,
      alike: given.equivalentFindings?.reason,
      shown,
      caught: kills.map(({ suite, check, case: id, requestCount }) => ({
        suite,
        check,
        case: id,
        requests: requestCount,
      })),
      ms: Math.round(own * 10) / 10,
    })),
    lawful: variations.map(({ description, requests, durationMs: own }) => ({
      says: description,
      requests,
      ms: Math.round(own),
    })),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
