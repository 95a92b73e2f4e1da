import { DREDD, LENIENT_PARSING } from '../core/check-ids.ts';
import type { Case, Clause, Finding, Operation, Severity } from '../core/model.ts';
import type { MockInterceptor } from '../mock/types.ts';

/** How a break shows; one file below `breaks/` each. */
export type MutatorName =
  | 'let in'
  | 'rejected'
  | 'body'
  | 'syntax'
  | 'media type'
  | 'status'
  | 'header'
  | 'lossless-values'
  | 'expected-response'
  | 'one class'
  | 'one value'
  | 'now and then'
  | 'complete-response';

/** One way to break one clause: what a service does that keeps the contract in all other points. */
export interface Mutant {
  /** Unique within a proof: the clause and what the service does. */
  readonly id: string;
  readonly operation: Operation;
  /** The clause that it breaks. */
  readonly clause: Clause;
  readonly kind: MutatorName;
  /** What the service does, e.g. `takes /id that is a numeric string`. */
  readonly description: string;
  /** The least severity that its finding must have. */
  readonly severity: Severity;
  /** Where the break necessarily shows as another clause: which findings count, and why. */
  readonly equivalentFindings?: { readonly reason: string; matches(finding: Finding): boolean };
  /** Of requests about this clause it is known that they show the break; they are sent first. */
  readonly targetClause?: Clause;
  /** An example to which the break stands in contradiction; it is sent in the place of the suite's own. */
  readonly exampleCase?: Case;
  /** True where the service counts its answers: what it does to one depends on those before it. */
  readonly stateful?: boolean;
  /** The change to the mock, fresh for each run; `show` is called whenever an exchange is changed. */
  mutate(show: () => void): Mutation;
}

/** What a mock does differently. */
export interface Mutation extends MockInterceptor {
  /** Set where the change is in the delivery; milliseconds that an answer may then take. */
  readonly transport?: { readonly timeout: number };
}

/** Everything of a break but what follows from the rest. */
export type MutantInit = Omit<Mutant, 'id' | 'operation' | 'severity'> & { readonly severity?: Severity };

/** Completes a break of an operation. */
export function createMutant(operation: Operation, given: MutantInit): Mutant {
  return { severity: 'error', ...given, operation, id: `${given.clause.id}: ${given.description}` };
}

/** True for a finding that says what the break broke; Dredd says what it did not expect, and not which statement was broken. */
export function isKilledBy({ clause, severity, equivalentFindings }: Mutant, finding: Finding): boolean {
  if (severity === 'error' && finding.severity !== 'error' && finding.check !== LENIENT_PARSING) return false;
  if (finding.check === DREDD) return true;
  return finding.clause.id === clause.id || (equivalentFindings?.matches(finding) ?? false);
}
