import type { CaseResult, Clause } from '../../core/model.ts';
import type {
  ClauseCoverage,
  FindingGroup,
  OperationSummary,
  Report,
  RunVerdict,
  Shard,
  SuiteSummary,
} from '../../core/report.ts';
import { caseCount, verdictCounts } from '../../core/report.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { compareStrings } from './retained-outcome.ts';
import type { OperationTotals, RunTotals } from './run-totals.ts';

type Facts = Omit<Report, 'verdict' | 'summary' | 'operations' | 'findings' | 'coverage' | 'results'>;
type AskedOperation = Pick<OperationSummary, 'id' | 'method' | 'path' | 'location'> & {
  /** Why it was not tested. */
  readonly untested?: string | undefined;
};

/** What {@link summarize} needs beside the outcomes; of the suites, all but the counts. */
export interface RunMetadata extends Facts {
  readonly operations: readonly AskedOperation[];
  /** All clauses of these operations, an operation after the other. */
  readonly clauses: readonly Clause[];
  /** Why the run ended before its time, where it did: what was not asked is then not proven. */
  readonly stopped?: string | undefined;
}

/** Draws the report from what was counted; the order in which the outcomes came makes no difference. */
export function summarize({ clauses, operations: testCase, stopped, ...facts }: RunMetadata, tally: RunTotals): Report {
  const part = facts.shard !== undefined;
  tally.finalize(part);
  const results = inOrder(tally.results().map(part ? asItIs : settled), facts.suites, testCase);
  const suites = facts.suites.map((suite) => ({ ...suite, ...tally.suites.get(suite.name) }));
  const findings = tally.findings(suites.map(({ name }) => name));
  const [clausesOf, outcomesOf] = [groupBy(clauses, ofOperation), groupBy(results, ofOperation)];
  const operations = testCase.map((operation) => {
    const { id } = operation;
    return summarizeOperation(operation, clausesOf.get(id) ?? [], {
      totals: tally,
      results: outcomesOf.get(id) ?? [],
      part,
    });
  });
  const ground: Ground = { findings, operations, suites, part, reason: results[0]?.inconclusiveReason };
  const judged = judge(ground);
  return {
    ...facts,
    suites,
    verdict: judged === 'passed' && stopped !== undefined ? 'unverified' : judged,
    summary: conclusion(),
    operations,
    findings,
    coverage: cover(clauses, operations, tally, { part, untested: untestedIds(testCase) }),
    results: results,
  };

  function conclusion(): string {
    if (judged !== 'passed') return sentence(judged, ground);
    if (stopped !== undefined) return `${stopped}: ${pluralize(caseCount(suites), 'request')}, nothing broken so far`;
    return facts.shard ? partSentence(facts.shard, suites) : sentence('passed', ground);
  }
}

const ofOperation = ({ operation }: { readonly operation: string }): string => operation;

const asItIs = (result: CaseResult): CaseResult => result;

/** What a random request shrank to stands with the findings; only parts of a run carry it on. */
function settled(result: CaseResult): CaseResult {
  if (!result.shrunk) return result;
  const { shrunk: _, ...rest } = result;
  return rest;
}

/** An order of its own, because several requests are under way at once: suites and operations as they were asked, cases by their ids. */
function inOrder(
  results: readonly CaseResult[],
  suites: readonly SuiteSummary[],
  operations: readonly AskedOperation[],
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

/** What was counted, and what is listed of an operation. */
interface Counted {
  readonly totals: RunTotals;
  readonly results: readonly CaseResult[];
  readonly part: boolean;
}

/**
 * How an operation fared; of a part of a run, nothing is said of what the other parts prove.
 * @param clauses those of the operation
 */
export function summarizeOperation(
  operation: AskedOperation,
  clauses: readonly Clause[],
  { totals, results, part }: Counted,
): OperationSummary {
  const counts = totals.totalsOf(operation.id);
  const refusable = clauses.some(isError);
  const reason = results.find(
    ({ status, inconclusiveReason: why }) => status !== 'pass' && why !== undefined,
  )?.inconclusiveReason;
  const { untested, ...described } = operation;
  const why = untested ?? (part ? undefined : whyUnproven(counts, refusable, reason));
  const { sent, accepted, rejected } = counts;
  return {
    ...described,
    sent,
    accepted,
    rejected,
    verified: why === undefined,
    ...(why === undefined ? {} : { reason: why }),
  };
}

/** True for a clause about a documented error. */
function isError({ part }: Clause): boolean {
  return /^response (default|[45])/.test(part);
}

function whyUnproven(
  { sent, accepted, rejected, expectedRejections }: OperationTotals,
  refusable: boolean,
  reason: string | undefined,
): string | undefined {
  if (sent === 0) return 'no request was sent: give an example with --examples';
  const also = reason === undefined ? '' : `; ${reason}`;
  if (accepted === 0) return `no request was ever accepted${also}`;
  return expectedRejections && refusable && rejected === 0 ? `no request was ever refused${also}` : undefined;
}

/** What a verdict rests on. */
interface Ground {
  readonly findings: readonly FindingGroup[];
  readonly operations: readonly OperationSummary[];
  readonly suites: readonly SuiteSummary[];
  readonly part: boolean;
  /** Of the first outcome. */
  readonly reason: string | undefined;
}

function judge({ findings, operations, suites, part }: Ground): RunVerdict {
  const total = caseCount(suites);
  const { fail, error } = verdictCounts(suites);
  if (error === total && !(part && total === 0)) return 'not-run';
  if (fail > 0 || findings.some(({ severity }) => severity === 'error')) return 'failed';
  return error > 0 || operations.some(({ verified }) => !verified) ? 'unverified' : 'passed';
}

function sentence(verdict: RunVerdict, { findings, operations, suites, reason }: Ground): string {
  const sent = pluralize(caseCount(suites), 'request');
  const broken = new Set(findings.filter(({ severity }) => severity === 'error').map(({ clause }) => clause.id)).size;
  const unproven = operations.filter(({ verified }) => !verified);
  switch (verdict) {
    case 'passed':
      return `contract satisfied: ${sent}, ${findings.length === 0 ? 'no finding' : pluralize(findings.length, 'warning')}`;
    case 'failed':
      return `contract violated: ${pluralize(broken, 'clause')} in ${sent}`;
    case 'unverified': {
      const named = unproven.map(({ id, reason }) => `${id} (${reason})`).join('; ');
      return `not verified: ${named || 'some requests could not be sent'}`;
    }
    case 'not-run':
      return caseCount(suites) === 0 ? 'no request was sent' : (reason ?? 'no request could be sent');
  }
}

/** A part of a run says nothing of what the others prove. */
function partSentence({ number, count }: Shard, suites: readonly SuiteSummary[]): string {
  const name = `${number}/${count}`;
  return `shard ${name} found nothing broken: ${pluralize(caseCount(suites), 'request')}; \`contract merge\` of all shards gives the verdict`;
}

function cover(
  clauses: readonly Clause[],
  operations: readonly OperationSummary[],
  { covered, violated }: RunTotals,
  { part, untested }: { readonly part: boolean; readonly untested: ReadonlySet<string> },
): ClauseCoverage[] {
  const answered = new Set(operations.filter(({ accepted, rejected }) => accepted + rejected > 0).map(({ id }) => id));
  const accepting = new Set(operations.filter(({ accepted }) => accepted > 0).map(({ id }) => id));
  return clauses.map((clause): ClauseCoverage => {
    const count = covered.get(clause.id) ?? 0;
    if (violated.has(clause.id)) return { clause, state: 'violated', count };
    // A rejection proves nothing if the service accepts no request of the operation.
    if (!part && clause.direction === 'request' && !accepting.has(clause.operation) && !untested.has(clause.operation))
      return { clause, state: 'uncovered', count: 0, reason: 'no valid request was accepted' };
    if (count > 0) return { clause, state: 'covered', count };
    const reason = untested.has(clause.operation) ? 'its operation was not tested' : whyUnreached(clause, answered);
    return { clause, state: 'uncovered', count, reason };
  });
}

function untestedIds(operations: readonly AskedOperation[]): ReadonlySet<string> {
  return new Set(operations.flatMap(({ id, untested }) => (untested === undefined ? [] : [id])));
}

function whyUnreached({ direction, operation }: Clause, answered: ReadonlySet<string>): string {
  if (direction === 'request') return 'no request was about it';
  return answered.has(operation) ? 'no answer had it' : 'no answer of the operation came';
}

/** `1 request`, `2 requests`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
