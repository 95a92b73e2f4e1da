import type {
  CaseResult,
  CaseStatus,
  Clause,
  Finding,
  HttpRequest,
  HttpResponse,
  SourceLocation,
  TransportError,
  Unspecified,
} from './model.ts';

/** All findings with one key: a single entry with a count and the smallest request. */
export interface FindingGroup extends Finding {
  /** Stable over runs and seeds: operation, check and clause. */
  readonly key: string;
  readonly operation: string;
  /** Number of results with this finding. */
  readonly count: number;
  readonly suites: readonly string[];
  /** Ids of the first cases with this finding; the first has the smallest request. */
  readonly cases: readonly string[];
  readonly exchange: { readonly request: HttpRequest; readonly response: HttpResponse | TransportError } | undefined;
}

/** Coverage of one clause: satisfied by at least one exchange, violated, or not covered. */
export interface ClauseCoverage {
  readonly clause: Clause;
  readonly state: 'covered' | 'violated' | 'uncovered';
  /** Number of results that cover it. */
  readonly count: number;
  /** Why it is not covered. */
  readonly reason?: string;
}

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
  /** Properties of its body that the service was seen to require to be unique, although the document does not say so. */
  readonly unique?: readonly string[];
  /** True if the baseline has it as not verified: the verdict does not depend on it. */
  readonly known?: boolean;
}

export interface SuiteSummary {
  readonly name: string;
  readonly pass: number;
  readonly fail: number;
  readonly error: number;
  readonly skip: number;
  readonly durationMs: number;
  /** What the suite skipped, and why, e.g. cases beyond `--max-time`. */
  readonly skippedReason?: string;
}

/** One part of the cases of a run: `2/4` is number 2 of 4. */
export interface Shard {
  readonly number: number;
  readonly count: number;
}

/** The check of an operation that is not verified, in baselines and reports. */
export const OPERATION_NOT_VERIFIED = 'operation-not-verified';

/** A finding, or an operation that is not verified, that was known before the run. */
export interface BaselineFinding {
  readonly operation: string;
  readonly check: string;
  /** Id of the violated clause; of an operation that is not verified, ''. */
  readonly clause: string;
  readonly outcome?: string;
  readonly description: string;
  /** Whether this run found it again. */
  readonly stillPresent: boolean;
}

/** `passed`: exit 0; `failed`, `unverified`: exit 1; `not-run`: exit 2. */
export type RunVerdict = 'passed' | 'failed' | 'unverified' | 'not-run';

/** The results of a run and what follows from them; each report format renders it. */
export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  readonly spec: { readonly file: string; readonly overlays: readonly string[] };
  /** Text of every file that has a clause, for reports that show it. */
  readonly sources: readonly { readonly file: string; readonly text: string }[];
  readonly target: string;
  readonly seed: number;
  /** Present if the run is one of several shards, whose merged report has the verdict. */
  readonly shard?: Shard;
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
  readonly findings: readonly FindingGroup[];
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

/** The events of a run in order; `end` comes once and last. */
export type RunEvent =
  | { readonly type: 'start'; readonly target: string; readonly suites: readonly string[]; readonly seed: number }
  /** The estimated number of cases of a suite; a later event replaces it. */
  | { readonly type: 'plan'; readonly suite: string; readonly cases: number }
  | { readonly type: 'result'; readonly result: CaseResult }
  | { readonly type: 'finding'; readonly finding: RunFinding }
  | { readonly type: 'suite'; readonly suite: SuiteSummary }
  | { readonly type: 'end'; readonly report: Report };

const VERDICTS = ['pass', 'fail', 'error', 'skip'] as const satisfies readonly CaseStatus[];

/** Counts the cases of these suites by status, whether a report lists them or not. */
export function verdictCounts(suites: readonly SuiteSummary[]): Record<CaseStatus, number> {
  const counts = { pass: 0, fail: 0, error: 0, skip: 0 };
  for (const suite of suites) for (const verdict of VERDICTS) counts[verdict] += suite[verdict];
  return counts;
}

/** Counts the cases of these suites. */
export function caseCount(suites: readonly SuiteSummary[]): number {
  const { pass, fail, error, skip } = verdictCounts(suites);
  return pass + fail + error + skip;
}
