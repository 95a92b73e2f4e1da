import { countClauses } from '../../core/clause-counts.ts';
import { isErrorPart } from '../../core/clause-part.ts';
import { isResponse } from '../../core/http-response.ts';
import type { CaseResult, Clause } from '../../core/model.ts';
import type { BaselineFinding, ClauseCoverage, OperationSummary, Report, SuiteSummary } from '../../core/report.ts';
import { OPERATION_NOT_VERIFIED } from '../../core/report.ts';
import { compareStrings } from '../../core/util/compare-strings.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { listNames } from '../../core/util/list-names.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { causesOf } from './causes.ts';
import { resourceLives } from './resource-lives.ts';
import type { RunTotals } from './run-totals.ts';
import { type Counted, summarizeOperation, type TestedOperation } from './summarize-operation.ts';
import { summaryOf, type VerdictBasis, verdictOf } from './verdict.ts';

type Metadata = Omit<
  Report,
  'verdict' | 'summary' | 'operations' | 'findings' | 'causes' | 'clauses' | 'coverage' | 'results'
>;
/** What {@link summarize} needs in addition to the totals; of the suites, all but the counts. */
export interface RunMetadata extends Metadata {
  readonly operations: readonly TestedOperation[];
  /** All clauses of these operations, grouped by operation. */
  readonly clauses: readonly Clause[];
  /** Ids of the clauses that an exchange reached, and whose keyword could not be evaluated on its values. */
  readonly notEvaluated?: ReadonlySet<string> | undefined;
  /** By the id of a clause, why nothing that is sent or received shows whether it is satisfied. */
  readonly notChecked?: ReadonlyMap<string, string> | undefined;
  /** By operation id, why it is not verified although it accepted requests. */
  readonly doubts?: ReadonlyMap<string, string> | undefined;
  /** Why the run ended early; it is then not verified. */
  readonly stopped?: string | undefined;
}

/** Returns the report of the counted results, whatever order they came in. */
export function summarize(metadata: RunMetadata, totals: RunTotals): Report {
  const { clauses, notEvaluated, notChecked, operations: found, doubts, stopped, ...facts } = metadata;
  const tested = found.map((each) => withDoubt(each, doubts?.get(each.id)));
  const isShard = facts.shard !== undefined;
  const { repeated } = facts;
  const isPart = (id: string) => isShard || (repeated !== undefined && !repeated.operations.includes(id));
  totals.finalize(isShard);
  const listed = isShard ? totals.results() : totals.results().map(withoutShrunk);
  const results = inOrder(listed, facts.suites, tested);
  const suites = facts.suites.map((suite) => ({ ...suite, ...totals.suites.get(suite.name) }));
  const findings = totals.findings(suites.map(({ name }) => name));
  const operations = markKnown(summarizeOperations(tested, clauses, { totals, results, isPart }), facts.baseline);
  const causes = causesOf(findings);
  const basis: VerdictBasis = {
    findings,
    causes,
    operations,
    suites,
    isShard,
    repeated,
    reason: results[0]?.inconclusiveReason,
  };
  const verdict = verdictOf(basis);
  const basisOfCoverage = { isShard, untested: untestedIds(tested), notEvaluated, notChecked };
  const coverage = clauseCoverage(clauses, operations, totals, basisOfCoverage);
  return {
    ...facts,
    ...notesOf([...(facts.notes ?? []), ...(isNowhere(operations, results) ? [NOWHERE] : [])], operations, totals, {
      clauses,
      isPart: isShard || repeated !== undefined,
    }),
    ...(facts.baseline ? { baseline: withUnverified(facts.baseline, operations) } : {}),
    suites,
    verdict: verdict === 'passed' && stopped !== undefined ? 'unverified' : verdict,
    summary: summaryOf(verdict, basis, metadata),
    operations,
    ...(facts.resources ? { resources: resourceLives(facts.resources, operations) } : {}),
    findings,
    causes,
    clauses: countClauses(coverage),
    coverage,
    results,
  };
}

const NOWHERE =
  'every response that was kept has the status 404: --target may lack the base path of the service, such as /api';

/** Whether it looks as if the service were at another path. */
function isNowhere(operations: readonly OperationSummary[], results: readonly CaseResult[]): boolean {
  const responses = results.flatMap(({ exchange }) =>
    exchange && isResponse(exchange.response) ? [exchange.response] : [],
  );
  const isFound = operations.some(({ accepted }) => accepted > 0);
  return !isFound && responses.length > 0 && responses.every(({ status }) => status === 404);
}

/** Adds what a reader of a passed run should know. */
function notesOf(
  notes: readonly string[],
  operations: readonly OperationSummary[],
  totals: RunTotals,
  { clauses, isPart }: { readonly clauses: readonly Clause[]; readonly isPart: boolean },
): { readonly notes?: readonly string[] } {
  const describesErrors = new Set(clauses.flatMap(({ part, operation }) => (isErrorPart(part) ? [operation] : [])));
  const unchallenged = operations.filter(
    ({ id, verified }) => verified && describesErrors.has(id) && !totals.totalsOf(id).expectedRejections,
  );
  if (isPart || unchallenged.length === 0) return notes.length > 0 ? { notes } : {};
  const count = pluralize(unchallenged.length, 'operation');
  const names = listNames(unchallenged.map(({ id }) => id));
  const note = `no invalid request was sent to ${count}: a service that accepts everything would pass (${names})`;
  return { notes: [...notes, note] };
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

const NOT_EVALUATED = 'not evaluated: it takes too long on the values that were sent or received';

interface CoverageBasis {
  readonly isShard: boolean;
  readonly untested: ReadonlySet<string>;
  readonly notEvaluated: ReadonlySet<string> | undefined;
  readonly notChecked: ReadonlyMap<string, string> | undefined;
}

function clauseCoverage(
  clauses: readonly Clause[],
  operations: readonly OperationSummary[],
  { covered, violated }: RunTotals,
  { isShard, untested, notEvaluated, notChecked }: CoverageBasis,
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
    if (notEvaluated?.has(clause.id))
      return { clause, state: 'uncovered', count, notEvaluated: true, reason: NOT_EVALUATED };
    const unchecked = notChecked?.get(clause.id);
    if (unchecked !== undefined) return { clause, state: 'uncovered', count, notChecked: true, reason: unchecked };
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
