import type { Clause } from '../core/model.ts';
import { listNames } from '../core/util/list-names.ts';
import { pluralize } from '../core/util/pluralize.ts';
import type { MutantFacts } from './mutant.ts';

/** The first finding that killed a mutant. */
export interface Kill {
  readonly suite: string;
  /** Id of the check. */
  readonly check: string;
  /** Id of the case. */
  readonly case: string;
  /** Position of that case in the suite: `verify` needs this many requests. */
  readonly requestCount: number;
}

/** The result of running one mutant. */
export interface MutantResult {
  readonly mutant: MutantFacts;
  /** One for each suite that killed it; empty if it survived. */
  readonly kills: readonly Kill[];
  /** Whether any request triggered the mutation. */
  readonly triggered: boolean;
  readonly durationMs: number;
}

/** A finding about a conforming service. */
export interface FalsePositive {
  readonly suite: string;
  readonly case: string;
  readonly message: string;
}

/** The result of running one conforming variation. */
export interface VariationResult {
  readonly description: string;
  readonly falsePositives: readonly FalsePositive[];
  readonly requests: number;
  readonly durationMs: number;
}

/** A clause without a mutant. */
export interface NoMutant {
  readonly clause: Clause;
  readonly reason: string;
}

export interface PlannedCount {
  readonly mutants: number;
  readonly variations: number;
}

/** What stops mutation tests before their end. */
export type StopReason = 'signal' | 'max-time';

/** The result of mutation testing. */
export interface MutationReport {
  /** Those of the operations of which mutants were planned, or are left out for errors of the document. */
  readonly clauses: readonly Clause[];
  readonly mutants: readonly MutantResult[];
  readonly variations: readonly VariationResult[];
  readonly withoutMutants: readonly NoMutant[];
  readonly suites: readonly string[];
  readonly seed: number;
  /** How many mutants and variations there are; fewer were run if the tests were stopped. Undefined if not all operations were planned. */
  readonly planned: PlannedCount | undefined;
  /** What stopped the tests before their end; undefined if nothing did. */
  readonly stopped: StopReason | undefined;
  /** The operations of which mutants were not run: the tests were stopped, or there was no time to make all requests. */
  readonly notRun: readonly string[];
  readonly durationMs: number;
}

/** Progress of the mutation tests; `start` comes for each part of the operations, `end` once, last. */
export type MutationEvent =
  | { readonly type: 'start'; readonly planned: PlannedCount; readonly operations: number; readonly of: number }
  | { readonly type: 'mutant'; readonly result: MutantResult }
  | { readonly type: 'variation'; readonly result: VariationResult }
  | { readonly type: 'end'; readonly report: MutationReport };

export function survivors({ mutants }: MutationReport): MutantResult[] {
  return mutants.filter(isSurvivor);
}

/** True for a mutant that no suite killed; without a trigger, only if the document does not decide about that. */
export function isSurvivor({ kills, triggered, mutant }: MutantResult): boolean {
  return kills.length === 0 && (triggered || !mutant.dependsOnDocument);
}

export function falsePositives({ variations }: MutationReport): VariationResult[] {
  return variations.filter((result) => result.falsePositives.length > 0);
}

export function isComplete({ stopped, notRun }: MutationReport): boolean {
  return stopped === undefined && notRun.length === 0;
}

/** Returns whether everything was run, every mutant was killed and there are no false positives. */
export function isPassing(report: MutationReport): boolean {
  return (
    isComplete(report) &&
    report.mutants.length > 0 &&
    survivors(report).length === 0 &&
    falsePositives(report).length === 0
  );
}

/** The results of the mutants of one clause. */
export interface ClauseMutationScore {
  readonly mutants: readonly MutantResult[];
  readonly killed: number;
}

/** Groups the results by the id of their clause. */
export function groupByClause({ mutants }: MutationReport): ReadonlyMap<string, ClauseMutationScore> {
  const found = new Map<string, { mutants: MutantResult[]; killed: number }>();
  for (const result of mutants) {
    const { id } = result.mutant.clause;
    const own = found.get(id) ?? { mutants: [], killed: 0 };
    own.mutants.push(result);
    own.killed += isSurvivor(result) ? 0 : 1;
    found.set(id, own);
  }
  return found;
}

/** Returns the mutation score with the survivors and false positives, in one line. */
export function mutationSummary(report: MutationReport): string {
  if (report.stopped !== undefined) return stopSummary(report);
  if (report.mutants.length === 0 && report.notRun.length === 0) return 'No mutant could be made: nothing was proved';
  const [survived, falselyFailed] = [survivors(report).length, falsePositives(report).length];
  const failures = [
    ...(survived > 0 ? [`${pluralize(survived, 'mutant')} survived`] : []),
    ...(falselyFailed > 0 ? [pluralize(falselyFailed, 'false positive')] : []),
  ];
  const score = `Mutation score ${formatScore(report)}: ${failures.join(', ') || killedClauses(report)}`;
  return report.notRun.length === 0
    ? score
    : `${score}; not run, for want of time to make their requests: mutants of ${listNames(report.notRun)}`;
}

const STOPPED = { signal: 'Aborted', 'max-time': 'Stopped by --max-time' } as const;

function stopSummary({ stopped = 'signal', planned, mutants, notRun }: MutationReport): string {
  if (!planned && mutants.length === 0) return `${STOPPED[stopped]} while planning: no mutant was run`;
  const after = `${STOPPED[stopped]} after ${planned ? `${mutants.length} of ` : ''}${pluralize(planned?.mutants ?? mutants.length, 'mutant')}`;
  if (notRun.length === 0) return after;
  return `${after}; not run: mutants of ${listNames(notRun)}`;
}

/** Returns the share of killed mutants, rounded down so that only a full score is 100%. */
function formatScore({ mutants }: MutationReport): string {
  const killed = mutants.filter((result) => !isSurvivor(result)).length;
  return `${Math.floor((1000 * killed) / Math.max(1, mutants.length)) / 10}%`;
}

function killedClauses(report: MutationReport): string {
  const killed = [...groupByClause(report).values()].filter(({ mutants, killed: count }) => count === mutants.length);
  const total = report.clauses.length;
  return `mutants of ${killed.length === total ? 'all' : `${killed.length} of`} ${total} clauses were killed`;
}
