import { falsePositives, isComplete, type MutantResult, type MutationReport, survivors } from './report.ts';

/** What the breaks of one clause came to. */
export interface ClauseMutationScore {
  readonly mutants: readonly MutantResult[];
  readonly killed: number;
}

/** The trials of each clause, by its id. */
export function groupByClause({ mutants }: MutationReport): ReadonlyMap<string, ClauseMutationScore> {
  const found = new Map<string, { mutants: MutantResult[]; killed: number }>();
  for (const trial of mutants) {
    const { id } = trial.mutant.clause;
    const own = found.get(id) ?? { mutants: [], killed: 0 };
    own.mutants.push(trial);
    own.killed += trial.kills.length > 0 ? 1 : 0;
    found.set(id, own);
  }
  return found;
}

/** One line for the report of a run: what its verdict is worth. */
export function mutationSummary(proof: MutationReport): string {
  const proofs = [...groupByClause(proof).values()];
  const proven = proofs.filter(({ mutants, killed }) => killed === mutants.length).length;
  const total = proof.clauses.length;
  const said = `${proven} of ${total} clauses proven`;
  if (!isComplete(proof)) return `${said}; the proof was stopped before its end`;
  const complaints = [
    ...(survivors(proof).length > 0
      ? [`${pluralize(survivors(proof).length, 'break')} would have gone unnoticed`]
      : []),
    ...(falsePositives(proof).length > 0
      ? [`${pluralize(falsePositives(proof).length, 'lawful service')} would have failed it`]
      : []),
  ];
  if (complaints.length > 0) return `${said}; ${complaints.join(', and ')}`;
  return `${said}: a service that broke any of them would have failed this run`;
}

/** `1 break`, `2 breaks`. */
export function pluralize(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
