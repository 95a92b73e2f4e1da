import type { Clause, Finding, Operation } from '../core/model.ts';
import type { Break } from './mutant.ts';

/** The first finding that named the clause of a break, and what it took. */
export interface Catch {
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
export interface Trial {
  readonly break: Break;
  /** One for each suite that caught it; empty: the break survived. */
  readonly catches: readonly Catch[];
  /** Whether any request of the run led the service to its mistake. */
  readonly shown: boolean;
  readonly ms: number;
}

/** A complaint about a service that keeps the contract. */
export interface Alarm {
  readonly suite: string;
  readonly case: string;
  readonly says: string;
}

/** What became of one lawful difference. */
export interface LawfulTrial {
  readonly says: string;
  readonly alarms: readonly Alarm[];
  readonly requests: number;
  readonly ms: number;
}

/** A clause that could not be put to the test. */
export interface Untested {
  readonly clause: Clause;
  readonly why: string;
}

/** Everything that a proof found. */
export interface Proof {
  readonly clauses: readonly Clause[];
  readonly trials: readonly Trial[];
  readonly lawful: readonly LawfulTrial[];
  readonly untested: readonly Untested[];
  readonly suites: readonly string[];
  readonly seed: number;
  /** How many breaks and lawful differences there were to try; fewer were tried where the proof was stopped. */
  readonly planned: { readonly breaks: number; readonly lawful: number };
  readonly ms: number;
}

/** What a proof tells while it goes on; `end` comes once and last. */
export type ProofEvent =
  | { readonly type: 'start'; readonly planned: Proof['planned']; readonly operations: readonly Operation[] }
  | { readonly type: 'trial'; readonly trial: Trial }
  | { readonly type: 'lawful'; readonly trial: LawfulTrial }
  | { readonly type: 'end'; readonly proof: Proof };

export function survivors({ trials }: Proof): Trial[] {
  return trials.filter(({ catches }) => catches.length === 0);
}

export function alarms({ lawful }: Proof): LawfulTrial[] {
  return lawful.filter((trial) => trial.alarms.length > 0);
}

export function isComplete({ planned, trials, lawful }: Proof): boolean {
  return trials.length === planned.breaks && lawful.length === planned.lawful;
}

/** True where there were breaks and every one was caught, no lawful difference raised an alarm, and nothing was left untried. */
export function holds(proof: Proof): boolean {
  return isComplete(proof) && proof.trials.length > 0 && survivors(proof).length === 0 && alarms(proof).length === 0;
}
