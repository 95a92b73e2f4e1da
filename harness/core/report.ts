import type { CaseResult, Clause, Finding, Severity, SourceLocation, Unspecified } from './model.ts';
import type { KeptExchange } from './sequence.ts';

/** Number of responses with a status, e.g. `404`, or of transport errors of a kind, e.g. `timeout`. */
export interface StatusCount {
  readonly status: string;
  readonly count: number;
}

/** All findings with one key: a single entry with a count and the smallest request. */
export interface FindingGroup extends Finding {
  /** Stable over runs and seeds: operation, check and clause. */
  readonly key: string;
  readonly operation: string;
  /** Number of results with this finding. */
  readonly count: number;
  /** The same by status of the response or kind of transport error, in ascending order. */
  readonly statuses: readonly StatusCount[];
  readonly suites: readonly string[];
  /** The kinds of change that showed it. Absent: none is known. */
  readonly changeKinds?: readonly string[];
  /** Ids of the first cases with this finding; the first has the smallest request. */
  readonly cases: readonly string[];
  readonly exchange: KeptExchange | undefined;
}

/** Findings that have one explanation, such as one line of the document that the responses of many operations violate. */
export interface Cause {
  readonly severity: Severity;
  /** Sum of the counts of the findings. */
  readonly count: number;
  readonly statuses: readonly StatusCount[];
  readonly operations: readonly string[];
  /** Keys of the findings: first the one with the smallest request, then the others in the order of the document. */
  readonly findings: readonly string[];
}

/** Coverage of one clause: satisfied by at least one exchange, violated, or not covered. */
export interface ClauseCoverage {
  readonly clause: Clause;
  readonly state: 'covered' | 'violated' | 'uncovered';
  /** Number of results that cover it. */
  readonly count: number;
  /** Why it is not covered. */
  readonly reason?: string;
  /** True if an exchange reached it, and its keyword could not be evaluated on the values. */
  readonly notEvaluated?: true;
  /** True if nothing that is sent or received shows whether it is satisfied. */
  readonly notChecked?: true;
}

export type ClauseCounts = Readonly<Record<ClauseCoverage['state'], number>>;

/** Result of one operation. It is verified once it accepted a request and, if it documents errors, rejected another. */
export interface OperationSummary {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly location: SourceLocation;
  readonly sent: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly verified: boolean;
  /** Why it is not verified, with a remedy. */
  readonly reason?: string;
  /** Why the run ended before it was tested, or tested completely. */
  readonly notReached?: string;
  /** Properties of its body that the service was seen to require to be unique, although the document does not say so. */
  readonly unique?: readonly string[];
  /** True if the verdict does not depend on it: the baseline has it as not verified, recorded traffic lacks it, or no sequence needs it. */
  readonly known?: boolean;
}

/** What a record goes through in its life. */
export type LifeStage = 'created' | 'read' | 'updated' | 'deleted';

/** A stage of the life of a resource type's records, as far as the run has seen it. */
export interface StageSummary {
  readonly stage: LifeStage;
  /** Ids of the operations that lead to it. */
  readonly operations: readonly string[];
  /** Why no record got there; absent: an operation succeeded. */
  readonly missing?: string;
}

/** A resource type, and which stages of their life its records went through. */
export interface ResourceSummary {
  readonly name: string;
  readonly stages: readonly StageSummary[];
}

export interface SuiteSummary {
  readonly name: string;
  readonly pass: number;
  readonly fail: number;
  readonly error: number;
  readonly skip: number;
  readonly durationMs: number;
  /** The cases that were planned but not sent, e.g. beyond `--max-time`. Absent: none. */
  readonly notSent?: {
    readonly cases: number;
    /** Whether there are more than were counted. */
    readonly isLowerBound: boolean;
  };
  /** What the suite skipped, and why, e.g. cases beyond `--max-time`. Absent: nothing. */
  readonly skippedReasons?: readonly string[];
}

/** One part of the cases of a run: `2/4` is number 2 of 4. */
export interface Shard {
  readonly number: number;
  readonly count: number;
}

/** Cases of an earlier run. */
export interface CaseSelection {
  readonly cases: readonly { readonly suite: string; readonly operation: string; readonly case: string }[];
  /** Ids of operations of which all cases are meant. */
  readonly operations: readonly string[];
}

/** The check of an operation that is not verified, in baselines and reports. */
export const OPERATION_NOT_VERIFIED = 'operation-not-verified';

/** The suite of recorded exchanges, which nobody planned. */
export const TRAFFIC = 'traffic';

/** Whether a report is about recorded exchanges. */
export function isTraffic({ suites }: Pick<Report, 'suites'>): boolean {
  return suites.some(({ name }) => name === TRAFFIC);
}

/** A finding, or an operation that is not verified, that was known before the run. */
export interface BaselineFinding {
  readonly operation: string;
  readonly check: string;
  /** Id of the violated clause; of an operation that is not verified, ''. */
  readonly clause: string;
  readonly outcome?: string;
  /** The kinds of change for which it is accepted. Absent: all. */
  readonly changeKinds?: readonly string[];
  readonly description: string;
  /** Whether this run found it again. */
  readonly stillPresent: boolean;
}

/** `passed`: exit 0; `failed`, `unverified`: exit 1; `not-run`: exit 2. */
export type RunVerdict = 'passed' | 'failed' | 'unverified' | 'not-run';

/** A file of the document. */
interface SourceFile {
  readonly file: string;
  readonly text: string;
  /** The text in parts, where it is not in memory as a whole. */
  parts?(): Iterable<string>;
}

/** The results of a run and what follows from them; each report format renders it. */
export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  readonly spec: { readonly file: string; readonly overlays: readonly string[] };
  /** Text of every file that has a clause, for reports that show it. */
  readonly sources: readonly SourceFile[];
  readonly target: string;
  readonly seed: number;
  /** Present if the run is one of several shards, whose merged report has the verdict. */
  readonly shard?: Shard;
  /** Present if the run repeats cases of an earlier one, and operations as a whole. */
  readonly repeated?: {
    readonly cases: number;
    /** How many of them were not sent, or proved nothing. */
    readonly open: number;
    /** Ids of the operations that are repeated as a whole. */
    readonly operations: readonly string[];
  };
  /** Facts about the run, e.g. that the service became slow. */
  readonly notes?: readonly string[];
  /** The findings of a baseline that this run could find; present if there is one. */
  readonly baseline?: readonly BaselineFinding[];
  /** ISO 8601. */
  readonly started: string;
  readonly durationMs: number;
  readonly verdict: RunVerdict;
  /** One line: the reason of the verdict, or a remedy. */
  readonly summary: string;
  readonly suites: readonly SuiteSummary[];
  readonly operations: readonly OperationSummary[];
  /** The resource types; present if sequences of requests were sent. */
  readonly resources?: readonly ResourceSummary[];
  readonly findings: readonly FindingGroup[];
  /** The findings by what explains them. */
  readonly causes: readonly Cause[];
  /** How many clauses the document has, by state. */
  readonly clauses: ClauseCounts;
  readonly coverage: readonly ClauseCoverage[];
  readonly unspecified: readonly Unspecified[];
  /** Of a very large run, the first by case id and all that are evidence; `suites` counts every result. */
  readonly results: readonly CaseResult[];
}

/** A violation that only several exchanges of a run together show; their cases have results of their own. */
export interface RunFinding {
  readonly finding: Finding;
  /** The exchanges, each with its case, as a result that is not counted. */
  readonly evidence: readonly CaseResult[];
}

/** The requests of a run that may change records: all but those with safe methods. */
export interface PlannedWrites {
  readonly operations: number;
  /** An estimate: what a service accepts decides which requests are derived from it. */
  readonly requests: number;
  /** False if there are more. */
  readonly isAll: boolean;
}

/** The events of a run in order; `end` comes once and last. */
export type RunEvent =
  | {
      readonly type: 'start';
      readonly target: string;
      readonly suites: readonly string[];
      readonly seed: number;
      /** Present if the service is not on this machine, and may be changed. */
      readonly writes?: PlannedWrites;
    }
  /** The estimated number of cases of a suite; a later event replaces it. */
  | { readonly type: 'plan'; readonly suite: string; readonly cases: number }
  | { readonly type: 'result'; readonly result: CaseResult }
  | { readonly type: 'finding'; readonly finding: RunFinding }
  | { readonly type: 'suite'; readonly suite: SuiteSummary }
  | { readonly type: 'end'; readonly report: Report };
