import type { Clause, Finding, Operation } from '../core/model.ts';
import type { Mutant } from './mutant.ts';

/** The first finding that named the clause of a break, and what it took. */
export interface Kill {
  readonly suite: string;
  /** Id of the check. */
  readonly check: string;
  /** Id of the case. */
  readonly case: string;
  /** The place of that case in a run of the suite: after so many requests, `verify` knows. */
  readonly requests: number;
  readonly finding: Finding;
}

/** What became of one break. */
export interface MutantResult {
  readonly break: Mutant;
  /** One for each suite that caught it; empty: the break survived. */
  readonly catches: readonly Kill[];
  /** Whether any request of the run led the service to its mistake. */
  readonly shown: boolean;
  readonly ms: number;
}

/** A complaint about a service that keeps the contract. */
export interface FalsePositive {
  readonly suite: string;
  readonly case: string;
  readonly says: string;
}

/** What became of one lawful difference. */
export interface VariationResult {
  readonly says: string;
  readonly alarms: readonly FalsePositive[];
  readonly requests: number;
  readonly ms: number;
}

/** A clause that could not be put to the test. */
export interface NoMutant {
  readonly clause: Clause;
  readonly why: string;
}

/** Everything that a proof found. */
export interface MutationReport {
  readonly clauses: readonly Clause[];
  readonly trials: readonly MutantResult[];
  readonly lawful: readonly VariationResult[];
  readonly untested: readonly NoMutant[];
  readonly suites: readonly string[];
  readonly seed: number;
  /** How many breaks and lawful differences there were to try; fewer were tried where the proof was stopped. */
  readonly planned: { readonly breaks: number; readonly lawful: number };
  readonly ms: number;
}

/** What a proof tells while it goes on; `end` comes once and last. */
export type MutationEvent =
  | { readonly type: 'start'; readonly planned: MutationReport['planned']; readonly operations: readonly Operation[] }
  | { readonly type: 'trial'; readonly trial: MutantResult }
  | { readonly type: 'lawful'; readonly trial: VariationResult }
  | { readonly type: 'end'; readonly proof: MutationReport };

export function survivors({ trials }: MutationReport): MutantResult[] {
  return trials.filter(({ catches }) => catches.length === 0);
}

export function falsePositives({ lawful }: MutationReport): VariationResult[] {
  return lawful.filter((trial) => trial.alarms.length > 0);
}

export function isComplete({ planned, trials, lawful }: MutationReport): boolean {
  return trials.length === planned.breaks && lawful.length === planned.lawful;
}

/** True where there were breaks and every one was caught, no lawful difference raised an alarm, and nothing was left untried. */
export function isPassing(proof: MutationReport): boolean {
  return (
    isComplete(proof) && proof.trials.length > 0 && survivors(proof).length === 0 && falsePositives(proof).length === 0
  );
}
