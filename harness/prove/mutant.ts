import { DREDD, LENIENT_PARSING } from '../core/check-ids.ts';
import type { Case, Clause, Finding, Operation, Severity } from '../core/model.ts';
import type { MockInterceptor } from '../mock/types.ts';

/** The kind of a mutant; one file in `mutators/` each. */
export type MutatorName =
  | 'skip-validation'
  | 'reject-valid'
  | 'response-body'
  | 'json-syntax'
  | 'stream'
  | 'content-type'
  | 'status-code'
  | 'response-headers'
  | 'precision-loss'
  | 'expected-response'
  | 'one-error-class'
  | 'one-value'
  | 'intermittent'
  | 'connection'
  | 'records';

/** A service that violates one clause in one way and conforms otherwise. */
export interface Mutant {
  /** The clause and the description; unique within a report. */
  readonly id: string;
  readonly operation: Operation;
  /** The clause that it violates. */
  readonly clause: Clause;
  readonly mutator: MutatorName;
  /** What the service does, e.g. `accepts body /id is a numeric string`. */
  readonly description: string;
  /** The least severity of a finding that kills it. */
  readonly severity: Severity;
  /** Findings of other clauses that also kill it, and why. */
  readonly equivalentFindings?: { readonly reason: string; matches(finding: Finding): boolean };
  /** Cases that target this clause are sent first. */
  readonly targetClause?: Clause;
  /** An example that the mutant contradicts; replaces the cases of the examples suite. */
  readonly exampleCase?: Case;
  /** True if it depends on the document whether any request triggers it; if none does, it is no survivor. */
  readonly dependsOnDocument?: boolean;
  /** True if all that it does is to reject valid requests. */
  readonly rejectsValid?: boolean;
  /** True if a response depends on the responses before it. */
  readonly stateful?: boolean;
  /** Creates the change to the mock, for one run; `onTriggered` is called whenever it changes an exchange. */
  mutate(onTriggered: () => void): Mutation;
}

/** What is kept of a mutant that was run: what it does to the mock would fill the memory. */
export type MutantFacts = Omit<Mutant, 'mutate' | 'exampleCase'>;

export function factsOf({ mutate: _, exampleCase: __, ...facts }: Mutant): MutantFacts {
  return facts;
}

/** What a mock does differently. */
export interface Mutation extends MockInterceptor {
  /** Present if the transport of responses is changed, with the response timeout in milliseconds. */
  readonly transport?: { readonly timeout: number };
}

/** A mutant without the fields that are derived. */
export type MutantInit = Omit<Mutant, 'id' | 'operation' | 'severity'> & { readonly severity?: Severity };

/** Creates a mutant of an operation. */
export function createMutant(operation: Operation, mutant: MutantInit): Mutant {
  return { severity: 'error', ...mutant, operation, id: `${mutant.clause.id}: ${mutant.description}` };
}

/** Returns whether a finding names the clause of the mutant; Dredd's findings name none and always count. */
export function isKilledBy({ clause, severity, equivalentFindings }: Mutant, finding: Finding): boolean {
  if (severity === 'error' && finding.severity !== 'error' && finding.check !== LENIENT_PARSING) return false;
  if (finding.check === DREDD) return true;
  return finding.clause.id === clause.id || (equivalentFindings?.matches(finding) ?? false);
}
