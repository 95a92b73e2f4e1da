import { isErrorPart } from '../../core/clause-part.ts';
import type { CaseResult, Clause } from '../../core/model.ts';
import type {
  BaselineFinding,
  Cause,
  ClauseCoverage,
  FindingGroup,
  OperationSummary,
  Report,
  RunVerdict,
  Shard,
  SuiteSummary,
} from '../../core/report.ts';
import { caseCount, formatSentCases, isTraffic, OPERATION_NOT_VERIFIED, verdictCounts } from '../../core/report.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { causesOf } from './causes.ts';
import { resourceLives } from './resource-lives.ts';
import { compareStrings } from './retained-outcome.ts';
import type { RunTotals } from './run-totals.ts';
import { type Counted, summarizeOperation, type TestedOperation } from './summarize-operation.ts';

type Metadata = Omit<Report, 'verdict' | 'summary' | 'operations' | 'findings' | 'causes' | 'coverage' | 'results'>;
/** What {@link summarize} needs in addition to the totals; of the suites, all but the counts. */
export interface RunMetadata extends Metadata {
  readonly operations: readonly TestedOperation[];
  /** All clauses of these operations, grouped by operation. */
  readonly clauses: readonly Clause[];
  /** By operation id, why it is not verified although it accepted requests. */
  readonly doubts?: ReadonlyMap<string, string> | undefined;
  /** Why the run ended early; it is then not verified. */
  readonly stopped?: string | undefined;
}

/** Returns the report of the counted results, whatever order they came in. */
export function summarize(metadata: RunMetadata, totals: RunTotals): Report {
  const { clauses, operations: found, doubts, stopped, ...facts } = metadata;
  const tested = found.map((each) => withDoubt(each, doubts?.get(each.id)));
  const isShard = facts.shard !== undefined;
  totals.finalize(isShard);
  const listed = isShard ? totals.results() : totals.results().map(withoutShrunk);
  const results = inOrder(listed, facts.suites, tested);
  const suites = facts.suites.map((suite) => ({ ...suite, ...totals.suites.get(suite.name) }));
  const findings = totals.findings(suites.map(({ name }) => name));
  const operations = markKnown(summarizeOperations(tested, clauses, { totals, results, isShard }), facts.baseline);
  const causes = causesOf(findings);
  const basis: VerdictBasis = { findings, causes, operations, suites, isShard, reason: results[0]?.inconclusiveReason };
  const verdict = verdictOf(basis);
  return {
    ...facts,
    ...notesOf(facts.notes, operations, totals, { clauses, isShard }),
    ...(facts.baseline ? { baseline: withUnverified(facts.baseline, operations) } : {}),
    suites,
    verdict: verdict === 'passed' && stopped !== undefined ? 'unverified' : verdict,
    summary: summaryOf(verdict, basis, metadata),
    operations,
    ...(facts.resources ? { resources: resourceLives(facts.resources, operations) } : {}),
    findings,
    causes,
    coverage: clauseCoverage(clauses, operations, totals, { isShard, untested: untestedIds(tested) }),
    results,
  };
}

/** Adds what a reader of a passed run should know. */
function notesOf(
  notes: readonly string[] = [],
  operations: readonly OperationSummary[],
  totals: RunTotals,
  { clauses, isShard }: { readonly clauses: readonly Clause[]; readonly isShard: boolean },
): { readonly notes?: readonly string[] } {
  const describesErrors = new Set(clauses.flatMap(({ part, operation }) => (isErrorPart(part) ? [operation] : [])));
  const unchallenged = operations.filter(
    ({ id, verified }) => verified && describesErrors.has(id) && !totals.totalsOf(id).expectedRejections,
  );
  if (isShard || unchallenged.length === 0) return notes.length > 0 ? { notes } : {};
  const count = pluralize(unchallenged.length, 'operation');
  return { notes: [...notes, `no invalid request was sent to ${count}: a service that accepts everything would pass`] };
}

/** A shard passes it on as an operation that is not tested. */
function withDoubt(operation: TestedOperation, doubt: string | undefined): TestedOperation {
  return doubt === undefined ? operation : { ...operation, untested: operation.untested ?? doubt };
}

/** Marks the operations that the baseline has as not verified. */
function markKnown(operations: OperationSummary[], baseline: Report['baseline'] = []): OperationSummary[] {
  const known = new Set(
    baseline.filter(({ check }) => check === OPERATION_NOT_VERIFIED).map(({ operation }) => operation),
  );
  return operations.map((each) => (!each.verified && known.has(each.id) ? { ...each, known: true } : each));
}

/** Returns the baseline with the operations that are still not verified. */
function withUnverified(baseline: readonly BaselineFinding[], operations: readonly OperationSummary[]) {
  const unverified = new Set(operations.filter(({ verified }) => !verified).map(({ id }) => id));
  return baseline.map((entry) =>
    entry.check === OPERATION_NOT_VERIFIED ? { ...entry, stillPresent: unverified.has(entry.operation) } : entry,
  );
}

/** Drops what a random request shrank to: the findings show it; only shards pass it on. */
function withoutShrunk(result: CaseResult): CaseResult {
  if (!result.shrunk) return result;
  const { shrunk: _, ...rest } = result;
  return rest;
}

/** Orders results by suite, operation and case id, since responses arrive in any order. */
function inOrder(
  results: readonly CaseResult[],
  suites: readonly SuiteSummary[],
  operations: readonly TestedOperation[],
): CaseResult[] {
  const rank = (names: readonly string[]) => new Map(names.map((name, index) => [name, index]));
  const suiteRank = rank(suites.map(({ name }) => name));
  const operationRank = rank(operations.map(({ id }) => id));
  const difference = (ranks: ReadonlyMap<string, number>, a: string, b: string) =>
    (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0);
  return results.toSorted(
    (a, b) =>
      difference(suiteRank, a.suite, b.suite) ||
      difference(operationRank, a.operation, b.operation) ||
      compareStrings(a.case, b.case),
  );
}

function summarizeOperations(
  operations: readonly TestedOperation[],
  clauses: readonly Clause[],
  counted: Counted,
): OperationSummary[] {
  const byOperation = ({ operation }: { readonly operation: string }): string => operation;
  const [clausesOf, resultsOf] = [groupBy(clauses, byOperation), groupBy(counted.results, byOperation)];
  return operations.map((operation) =>
    summarizeOperation(operation, clausesOf.get(operation.id) ?? [], {
      ...counted,
      results: resultsOf.get(operation.id) ?? [],
    }),
  );
}

interface VerdictBasis {
  readonly findings: readonly FindingGroup[];
  readonly causes: readonly Cause[];
  readonly operations: readonly OperationSummary[];
  readonly suites: readonly SuiteSummary[];
  readonly isShard: boolean;
  /** Why the first result is inconclusive. */
  readonly reason: string | undefined;
}

function verdictOf({ findings, operations, suites, isShard }: VerdictBasis): RunVerdict {
  const total = caseCount(suites);
  const { fail, error } = verdictCounts(suites);
  if (error === total && !(isShard && total === 0)) return 'not-run';
  if (fail > 0 || findings.some(({ severity }) => severity === 'error')) return 'failed';
  // A baseline may have operations that are not verified, but not make up for a service that accepts nothing.
  const isNothingAccepted = !isShard && operations.every(({ accepted }) => accepted === 0);
  const isOpen = operations.some(({ verified, known }) => !verified && !known);
  return error > 0 || isOpen || isNothingAccepted ? 'unverified' : 'passed';
}

function summaryOf(verdict: RunVerdict, basis: VerdictBasis, { stopped, shard }: RunMetadata): string {
  if (verdict !== 'passed') return formatVerdict(verdict, basis);
  const requests = pluralize(caseCount(basis.suites), 'request');
  if (stopped !== undefined) return `${stopped}: ${requests}, no violations so far`;
  return shard ? formatShard(shard, requests) : formatVerdict(verdict, basis);
}

function formatVerdict(verdict: RunVerdict, basis: VerdictBasis): string {
  const { findings, operations, suites, reason } = basis;
  const requests = pluralize(caseCount(suites), 'request');
  switch (verdict) {
    case 'passed':
      return `contract satisfied: ${formatRequests(suites)}, ${findings.length === 0 ? 'no findings' : pluralize(findings.length, 'warning')}`;
    case 'failed':
      return `contract violated: ${formatViolations(basis)} in ${requests}`;
    case 'unverified': {
      const unverified = operations.filter(({ verified, known }) => !verified && !known);
      const named = unverified.map((operation) => `${operation.id} (${operation.reason})`).join('; ');
      const isNone = operations.every(({ accepted }) => accepted === 0);
      const otherwise = isNone ? 'no operation accepted a request' : 'some requests could not be sent';
      return `not verified: ${named || otherwise}`;
    }
    case 'not-run':
      if (isTraffic({ suites })) return 'no exchange is with an operation of the document: nothing was checked';
      return caseCount(suites) === 0 ? 'no request was sent' : (reason ?? 'no request could be sent');
  }
}

/** Says if not all planned requests were sent. */
function formatRequests(suites: readonly SuiteSummary[]): string {
  const isAll = suites.every(({ notSent }) => notSent === undefined);
  return isAll ? pluralize(caseCount(suites), 'request') : `${formatSentCases(suites)} sent`;
}

/** Returns `3 clauses`, or `3 clauses with 1 cause`. */
function formatViolations({ findings, causes }: VerdictBasis): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const clauses = new Set(errors.map(({ clause }) => clause.id)).size;
  const causeCount = causes.filter(({ severity }) => severity === 'error').length;
  return pluralize(clauses, 'clause') + (causeCount < clauses ? ` with ${pluralize(causeCount, 'cause')}` : '');
}

function formatShard({ number, count }: Shard, requests: string): string {
  return `shard ${number}/${count}: ${requests}, no violations; \`contract merge\` of all shards gives the verdict`;
}

function clauseCoverage(
  clauses: readonly Clause[],
  operations: readonly OperationSummary[],
  { covered, violated }: RunTotals,
  { isShard, untested }: { readonly isShard: boolean; readonly untested: ReadonlySet<string> },
): ClauseCoverage[] {
  const responding = new Set(
    operations.filter(({ accepted, rejected }) => accepted + rejected > 0).map(({ id }) => id),
  );
  const accepting = new Set(operations.filter(({ accepted }) => accepted > 0).map(({ id }) => id));
  return clauses.map((clause): ClauseCoverage => {
    const count = covered.get(clause.id) ?? 0;
    if (violated.has(clause.id)) return { clause, state: 'violated', count };
    // A rejection proves nothing if the service accepts no request of the operation.
    if (
      !isShard &&
      clause.direction === 'request' &&
      !accepting.has(clause.operation) &&
      !untested.has(clause.operation)
    )
      return { clause, state: 'uncovered', count: 0, reason: 'no valid request was accepted' };
    if (count > 0) return { clause, state: 'covered', count };
    const reason = untested.has(clause.operation) ? 'its operation was not tested' : whyNotCovered(clause, responding);
    return { clause, state: 'uncovered', count, reason };
  });
}

function untestedIds(operations: readonly TestedOperation[]): ReadonlySet<string> {
  return new Set(operations.flatMap(({ id, untested }) => (untested === undefined ? [] : [id])));
}

function whyNotCovered({ direction, operation }: Clause, responding: ReadonlySet<string>): string {
  if (direction === 'request') return 'not tested by any request';
  return responding.has(operation) ? 'not present in any response' : 'no response received';
}
