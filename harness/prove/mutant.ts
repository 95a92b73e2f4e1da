import type { Case, Clause, Finding, Operation, Severity } from '../core/model.ts';
import type { MockInterceptor } from '../mock/types.ts';

/** How a break shows; one file below `breaks/` each. */
export type MutatorName =
  | 'let in'
  | 'refused'
  | 'body'
  | 'syntax'
  | 'media type'
  | 'status'
  | 'header'
  | 'exactness'
  | 'example'
  | 'one class'
  | 'one value'
  | 'now and then'
  | 'delivery';

/** One way to break one clause: what a service does that keeps the contract in all other points. */
export interface Mutant {
  /** Unique within a proof: the clause and what the service does. */
  readonly id: string;
  readonly operation: Operation;
  /** The clause that it breaks. */
  readonly clause: Clause;
  readonly kind: MutatorName;
  /** What the service does, e.g. `takes /id that is a numeric string`. */
  readonly says: string;
  /** The least severity that its finding must have. */
  readonly severity: Severity;
  /** Where the break necessarily shows as another clause: which findings count, and why. */
  readonly alike?: { readonly why: string; matches(finding: Finding): boolean };
  /** Of requests about this clause it is known that they show the break; they are sent first. */
  readonly about?: Clause;
  /** An example to which the break stands in contradiction; it is sent in the place of the suite's own. */
  readonly example?: Case;
  /** True where the service counts its answers: what it does to one depends on those before it. */
  readonly counts?: boolean;
  /** The change to the mock, fresh for each run; `show` is called whenever an exchange is changed. */
  alter(show: () => void): Mutation;
}

/** What a mock does differently. */
export interface Mutation extends MockInterceptor {
  /** Set where the change is in the delivery; milliseconds that an answer may then take. */
  readonly wire?: { readonly timeout: number };
}

/** Everything of a break but what follows from the rest. */
export type MutantInit = Omit<Mutant, 'id' | 'operation' | 'severity'> & { readonly severity?: Severity };

/** Completes a break of an operation. */
export function createMutant(operation: Operation, given: MutantInit): Mutant {
  return { severity: 'error', ...given, operation, id: `${given.clause.id}: ${given.says}` };
}

/** True for a finding that says what the break broke; Dredd says what it did not expect, and not which statement was broken. */
export function isKilledBy({ clause, severity, alike }: Mutant, finding: Finding): boolean {
  if (severity === 'error' && finding.severity !== 'error') return false;
  if (finding.check === 'dredd') return true;
  return finding.clause.id === clause.id || (alike?.matches(finding) ?? false);
}
