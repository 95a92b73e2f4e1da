import type { SeverityPolicy } from '../checks/severity.ts';
import type { Case, CaseResult, Check, HttpClient, Operation } from '../core/model.ts';
import type { UniqueValues } from '../generate/requests/unique-values.ts';
import type { Credentials } from '../http/credentials.ts';
import type { Transport } from '../http/transport.ts';
import type { Contract } from '../openapi/contract.ts';
import type { ServiceState } from './service-state.ts';

export interface SuiteContext {
  readonly contract: Contract;
  readonly target: HttpClient;
  readonly checks: readonly Check[];
  /** What a finding counts as, for a suite with findings of its own; `checks` are graded already. Absent: as it is. */
  readonly severityPolicy?: SeverityPolicy;
  /** Whether this run asks a case, or leaves it to another machine. Absent: all. */
  readonly isInShard?: (testCase: Case) => boolean;
  /** The operations to ask; a subset of the contract's. */
  readonly operations: readonly Operation[];
  readonly unique: UniqueValues;
  readonly seed: number;
  readonly concurrency: number;
  /** Random requests for each operation and intent. */
  readonly randomCases: number;
  /** Files or folders of named requests. */
  readonly examples: readonly string[];
  /** Milliseconds for an answer. */
  readonly timeoutMs: number;
  /** How the target is reached, for a suite that sends its requests by other means. Absent: directly. */
  readonly transport?: Transport;
  /** What is added to every request of an operation. */
  readonly credentials: (operation: Operation) => Credentials;
  /** True where there is something to add, so that its absence can be tested. */
  readonly hasCredentials: boolean;
  /** `performance.now()` after which nothing more is sent. */
  readonly deadline: number;
  readonly serviceState: ServiceState;
  readonly signal: AbortSignal;
  /** Tells why something is left out, how many requests are not sent for it, and whether those are all. */
  readonly onSkip: (why: string, requests?: number, all?: boolean) => void;
  /** Tells how many cases there will be in all, as far as that can be said; each time in place of what was told before. Absent: nobody asks. */
  readonly onCaseCount?: (cases: number) => void;
}

/** What cases are made from. */
export type CaseSource = Pick<
  SuiteContext,
  'contract' | 'operations' | 'unique' | 'seed' | 'randomCases' | 'examples' | 'hasCredentials' | 'onSkip'
>;

export interface Suite {
  readonly name: string;
  run(context: SuiteContext): AsyncIterable<CaseResult>;
  /** Ends what the suite started before it ran. */
  close?(): Promise<void>;
}
