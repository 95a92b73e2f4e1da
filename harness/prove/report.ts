import type { Clause, Finding, Operation } from '../core/model.ts';
import { pluralize } from '../core/util/pluralize.ts';
import type { Mutant } from './mutant.ts';

/** The first finding that named the clause of a break, and what it took. */
export interface Kill {
  readonly suite: string;
  /** Id of the check. */
  readonly check: string;
  /** Id of the case. */
  readonly case: string;
  /** The place of that case in a run of the suite: after so many requests, `verify` knows. */
  readonly requestCount: number;
  readonly finding: Finding;
}

/** What became of one break. */
export interface MutantResult {
  readonly mutant: Mutant;
  /** One for each suite that caught it; empty: the break survived. */
  readonly kills: readonly Kill[];
  /** Whether any request of the run led the service to its mistake. */
  readonly shown: boolean;
  readonly durationMs: number;
}

/** A complaint about a service that keeps the contract. */
export interface FalsePositive {
  readonly suite: string;
  readonly case: string;
  readonly message: string;
}

/** What became of one lawful difference. */
export interface VariationResult {
  readonly description: string;
  readonly falsePositives: readonly FalsePositive[];
  readonly requests: number;
  readonly durationMs: number;
}

/** A clause that could not be put to the test. */
export interface NoMutant {
  readonly clause: Clause;
  readonly reason: string;
}

/** Everything that a proof found. */
export interface MutationReport {
  readonly clauses: readonly Clause[];
  readonly mutants: readonly MutantResult[];
  readonly variations: readonly VariationResult[];
  readonly withoutMutants: readonly NoMutant[];
  readonly suites: readonly string[];
  readonly seed: number;
  /** How many breaks and lawful differences there were to try; fewer were tried where the proof was stopped. */
  readonly planned: { readonly mutants: number; readonly variations: number };
  readonly durationMs: number;
}

/** What a proof tells while it goes on; `end` comes once and last. */
export type MutationEvent =
  | { readonly type: 'start'; readonly planned: MutationReport['planned']; readonly operations: readonly Operation[] }
  | { readonly type: 'mutant'; readonly result: MutantResult }
  | { readonly type: 'variation'; readonly result: VariationResult }
  | { readonly type: 'end'; readonly report: MutationReport };

export function survivors({ mutants }: MutationReport): MutantResult[] {
  return mutants.filter(({ kills }) => kills.length === 0);
}

export function falsePositives({ variations }: MutationReport): VariationResult[] {
  return variations.filter((trial) => trial.falsePositives.length > 0);
}

export function isComplete({ planned, mutants, variations }: MutationReport): boolean {
  return mutants.length === planned.mutants && variations.length === planned.variations;
}

/** True where there were breaks and every one was caught, no lawful difference raised an alarm, and nothing was left untried. */
export function isPassing(report: MutationReport): boolean {
  return (
    isComplete(report) &&
    report.mutants.length > 0 &&
    survivors(report).length === 0 &&
    falsePositives(report).length === 0
  );
}

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
export function mutationSummary(report: MutationReport): string {
  const proofs = [...groupByClause(report).values()];
  const proven = proofs.filter(({ mutants, killed }) => killed === mutants.length).length;
  const total = report.clauses.length;
  const said = `${proven} of ${total} clauses proven`;
  if (!isComplete(report)) return `${said}; the proof was stopped before its end`;
  const complaints = [
    ...(survivors(report).length > 0
      ? [`${pluralize(survivors(report).length, 'break')} would have gone unnoticed`]
      : []),
    ...(falsePositives(report).length > 0
      ? [`${pluralize(falsePositives(report).length, 'lawful service')} would have failed it`]
      : []),
  ];
  if (complaints.length > 0) return `${said}; ${complaints.join(', and ')}`;
  return `${said}: a service that broke any of them would have failed this run`;
}
