import { isErrorPart } from '../../core/clause-part.ts';
import type { CaseResult, Clause } from '../../core/model.ts';
import type {
  BaselineFinding,
  ClauseCoverage,
  FindingGroup,
  OperationSummary,
  Report,
  RunVerdict,
  Shard,
  SuiteSummary,
} from '../../core/report.ts';
import { caseCount, OPERATION_NOT_VERIFIED, verdictCounts } from '../../core/report.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { compareStrings } from './retained-outcome.ts';
import type { OperationTotals, RunTotals } from './run-totals.ts';

type Metadata = Omit<Report, 'verdict' | 'summary' | 'operations' | 'findings' | 'coverage' | 'results'>;
type TestedOperation = Pick<OperationSummary, 'id' | 'method' | 'path' | 'location' | 'unique'> & {
  /** Why it was not tested. */
  readonly untested?: string | undefined;
};

/** What {@link summarize} needs in addition to the totals; of the suites, all but the counts. */
export interface RunMetadata extends Metadata {
  readonly operations: readonly TestedOperation[];
  /** All clauses of these operations, grouped by operation. */
  readonly clauses: readonly Clause[];
  /** Why the run ended early; it is then not verified. */
  readonly stopped?: string | undefined;
}

/** Returns the report of the counted results, whatever order they came in. */
export function summarize(metadata: RunMetadata, totals: RunTotals): Report {
  const { clauses, operations: tested, stopped, ...facts } = metadata;
  const isShard = facts.shard !== undefined;
  totals.finalize(isShard);
  const listed = isShard ? totals.results() : totals.results().map(withoutShrunk);
  const results = inOrder(listed, facts.suites, tested);
  const suites = facts.suites.map((suite) => ({ ...suite, ...totals.suites.get(suite.name) }));
  const findings = totals.findings(suites.map(({ name }) => name));
  const operations = markKnown(summarizeOperations(tested, clauses, { totals, results, isShard }), facts.baseline);
  const basis: VerdictBasis = { findings, operations, suites, isShard, reason: results[0]?.inconclusiveReason };
  const verdict = verdictOf(basis);
  return {
    ...facts,
    ...(facts.baseline ? { baseline: withUnverified(facts.baseline, operations) } : {}),
    suites,
    verdict: verdict === 'passed' && stopped !== undefined ? 'unverified' : verdict,
    summary: summaryOf(verdict, basis, metadata),
    operations,
    findings,
    coverage: clauseCoverage(clauses, operations, totals, { isShard, untested: untestedIds(tested) }),
    results,
  };
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

/** The counted and the listed results. */
interface Counted {
  readonly totals: RunTotals;
  readonly results: readonly CaseResult[];
  readonly isShard: boolean;
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

/**
 * Returns the counts of an operation and whether it is verified; a shard leaves the latter to the merged report.
 * @param clauses those of the operation
 * @param counted with the results of the operation
 */
export function summarizeOperation(
  operation: TestedOperation,
  clauses: readonly Clause[],
  { totals, results, isShard }: Counted,
): OperationSummary {
  const counts = totals.totalsOf(operation.id);
  const inconclusive = results.find(
    ({ status, inconclusiveReason }) => status !== 'pass' && inconclusiveReason !== undefined,
  )?.inconclusiveReason;
  const { untested, ...described } = operation;
  const documentsErrors = clauses.some(({ part }) => isErrorPart(part));
  const reason = untested ?? (isShard ? undefined : whyNotVerified(counts, documentsErrors, inconclusive));
  const { sent, accepted, rejected } = counts;
  return {
    ...described,
    sent,
    accepted,
    rejected,
    verified: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
  };
}

function whyNotVerified(
  { sent, accepted, rejected, expectedRejections }: OperationTotals,
  documentsErrors: boolean,
  inconclusive: string | undefined,
): string | undefined {
  if (sent === 0) return 'no request was sent: give an example with --examples';
  const detail = inconclusive === undefined ? '' : `; ${inconclusive}`;
  if (accepted === 0) return `no valid request was accepted${detail}`;
  return expectedRejections && documentsErrors && rejected === 0
    ? `no invalid request was rejected${detail}`
    : undefined;
}

interface VerdictBasis {
  readonly findings: readonly FindingGroup[];
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
  return error > 0 || operations.some(({ verified, known }) => !verified && !known) ? 'unverified' : 'passed';
}

function summaryOf(verdict: RunVerdict, basis: VerdictBasis, { stopped, shard }: RunMetadata): string {
  if (verdict !== 'passed') return formatVerdict(verdict, basis);
  const requests = pluralize(caseCount(basis.suites), 'request');
  if (stopped !== undefined) return `${stopped}: ${requests}, no violations so far`;
  return shard ? formatShard(shard, requests) : formatVerdict(verdict, basis);
}

function formatVerdict(verdict: RunVerdict, { findings, operations, suites, reason }: VerdictBasis): string {
  const requests = pluralize(caseCount(suites), 'request');
  const errors = findings.filter(({ severity }) => severity === 'error');
  switch (verdict) {
    case 'passed':
      return `contract satisfied: ${requests}, ${findings.length === 0 ? 'no findings' : pluralize(findings.length, 'warning')}`;
    case 'failed':
      return `contract violated: ${pluralize(new Set(errors.map(({ clause }) => clause.id)).size, 'clause')} in ${requests}`;
    case 'unverified': {
      const unverified = operations.filter(({ verified, known }) => !verified && !known);
      const named = unverified.map((operation) => `${operation.id} (${operation.reason})`).join('; ');
      return `not verified: ${named || 'some requests could not be sent'}`;
    }
    case 'not-run':
      return caseCount(suites) === 0 ? 'no request was sent' : (reason ?? 'no request could be sent');
  }
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
