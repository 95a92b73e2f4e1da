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

/** The same failure, however many requests showed it: one entry with a count and the smallest request. */
export interface FindingGroup extends Finding {
  /** Stable over runs and seeds: operation, check and clause. */
  readonly key: string;
  readonly operation: string;
  /** How many outcomes showed it. */
  readonly count: number;
  readonly suites: readonly string[];
  /** Ids of the first cases that showed it; the first is the one with the smallest request. */
  readonly cases: readonly string[];
  readonly exchange: { readonly request: HttpRequest; readonly response: HttpResponse | TransportError } | undefined;
}

/** How one clause fared: kept under at least one request, broken, or never reached. */
export interface ClauseCoverage {
  readonly clause: Clause;
  readonly state: 'covered' | 'violated' | 'uncovered';
  /** Number of outcomes that exercised it. */
  readonly count: number;
  /** Why it was never reached. */
  readonly reason?: string;
}

/** How one operation fared. It is proven once a request was accepted and, where one should be, another refused; a shard leaves that to the others. */
export interface OperationSummary {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly location: SourceLocation;
  readonly sent: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly verified: boolean;
  /** Why it is unproven, with what to do. */
  readonly reason?: string;
}

export interface SuiteSummary {
  readonly name: string;
  readonly pass: number;
  readonly fail: number;
  readonly error: number;
  readonly skip: number;
  readonly durationMs: number;
  /** What the suite left out, and why; e.g. cases beyond `--max-time`. */
  readonly skippedReason?: string;
}

/** The part of a run's cases that one machine asks: `2/4` is number 2 of 4. */
export interface Shard {
  readonly number: number;
  readonly count: number;
}

/** A finding that was accepted before the run. */
export interface BaselineFinding {
  readonly operation: string;
  readonly check: string;
  /** Id of the clause that it breaks. */
  readonly clause: string;
  readonly description: string;
  /** Whether this run found it again. */
  readonly stillPresent: boolean;
}

/** `passed`: exit 0; `failed`, `unverified`: exit 1; `not-run`: exit 2. */
export type RunVerdict = 'passed' | 'failed' | 'unverified' | 'not-run';

/** All outcomes of a run and what follows from them; renderers turn it into text, JUnit, HTML and so on. */
export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  readonly spec: { readonly file: string; readonly overlays: readonly string[] };
  /** Text of every file that a clause points into, for reports that draw it. */
  readonly sources: readonly { readonly file: string; readonly text: string }[];
  readonly target: string;
  readonly seed: number;
  /** Present where the run is one part of several, which give the verdict together. */
  readonly shard?: Shard;
  /** What a baseline accepts, as far as the run could find it; present where there is one. */
  readonly baseline?: readonly BaselineFinding[];
  /** ISO 8601. */
  readonly started: string;
  readonly durationMs: number;
  readonly verdict: RunVerdict;
  /** One line: what the verdict rests on, or what to do. */
  readonly summary: string;
  readonly suites: readonly SuiteSummary[];
  readonly operations: readonly OperationSummary[];
  readonly findings: readonly FindingGroup[];
  readonly coverage: readonly ClauseCoverage[];
  readonly unspecified: readonly Unspecified[];
  /** Of a very large run, those first by the ids of their cases, and all that are evidence; `suites` counts every one. */
  readonly results: readonly CaseResult[];
}

/** A violation that only several exchanges of a run together show; their cases have results of their own. */
export interface RunFinding {
  readonly finding: Finding;
  /** The exchanges, each with its case, as a result that is not counted. */
  readonly evidence: readonly CaseResult[];
}

/** What a run tells while it goes on, in order; `end` comes once and last. */
export type RunEvent =
  | { readonly type: 'start'; readonly target: string; readonly suites: readonly string[]; readonly seed: number }
  /** How many cases a suite will have judged in the end, as well as can be told; another such event takes its place. */
  | { readonly type: 'plan'; readonly suite: string; readonly cases: number }
  | { readonly type: 'result'; readonly result: CaseResult }
  | { readonly type: 'finding'; readonly finding: RunFinding }
  | { readonly type: 'suite'; readonly suite: SuiteSummary }
  | { readonly type: 'end'; readonly report: Report };

const VERDICTS = ['pass', 'fail', 'error', 'skip'] as const satisfies readonly CaseStatus[];

/** How many cases of these suites had each verdict, whether a report lists them or not. */
export function verdictCounts(suites: readonly SuiteSummary[]): Record<CaseStatus, number> {
  const counts = { pass: 0, fail: 0, error: 0, skip: 0 };
  for (const suite of suites) for (const verdict of VERDICTS) counts[verdict] += suite[verdict];
  return counts;
}

/** How many cases these suites judged. */
export function caseCount(suites: readonly SuiteSummary[]): number {
  const { pass, fail, error, skip } = verdictCounts(suites);
  return pass + fail + error + skip;
}
