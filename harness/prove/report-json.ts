import { falsePositives, isComplete, type MutationReport, survivors } from './report.ts';
import { mutationSummary } from './summary.ts';

/** A proof as JSON, for other programs. */
export function mutationReportJson(proof: MutationReport): string {
  const { clauses, trials, lawful, untested, suites, seed, planned, ms } = proof;
  const value = {
    summary: mutationSummary(proof),
    complete: isComplete(proof),
    suites,
    seed,
    ms: Math.round(ms),
    planned,
    survivors: survivors(proof).map((trial) => trial.break.id),
    alarms: falsePositives(proof),
    clauses: clauses.map(({ id, says, pointer, location }) => ({ id, says, pointer, location })),
    untested: untested.map(({ clause, why }) => ({ clause: clause.id, why })),
    breaks: trials.map(({ break: given, catches, shown, ms: own }) => ({
      id: given.id,
      clause: given.clause.id,
      kind: given.kind,
      says: given.says,
      alike: given.alike?.why,
      shown,
      caught: catches.map(({ suite, check, case: id, requests }) => ({ suite, check, case: id, requests })),
      ms: Math.round(own * 10) / 10,
    })),
    lawful: lawful.map(({ says, requests, ms: own }) => ({ says, requests, ms: Math.round(own) })),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
