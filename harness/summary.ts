import { groupFindings } from './finding-groups.ts';
import type {
  Clause,
  ClauseCoverage,
  FindingGroup,
  OperationSummary,
  Outcome,
  Report,
  RunVerdict,
  Shard,
  SuiteSummary,
} from './model.ts';

type Facts = Omit<Report, 'verdict' | 'summary' | 'operations' | 'findings' | 'coverage' | 'outcomes'>;
type AskedOperation = Pick<OperationSummary, 'id' | 'method' | 'path' | 'location'>;

/** What {@link summarize} needs beside the outcomes; of the suites, all but the counts. */
export interface RunFacts extends Facts {
  readonly operations: readonly AskedOperation[];
  /** All clauses of these operations, an operation after the other. */
  readonly clauses: readonly Clause[];
  /** Why the run ended before its time, where it did: what was not asked is then not proven. */
  readonly stopped?: string | undefined;
}

/** Draws the report from the outcomes of a run, or of several that shared its cases; the order in which they came makes no difference. */
export function summarize(
  { clauses, operations: asked, stopped, ...facts }: RunFacts,
  given: readonly Outcome[],
): Report {
  const part = facts.shard !== undefined;
  const outcomes = inOrder(settled(given, part), facts.suites, asked);
  const findings = groupFindings(outcomes);
  const operations = asked.map((operation) => summarizeOperation(operation, clauses, outcomes, part));
  const judged = judge(findings, operations, outcomes, part);
  const verdict = judged === 'kept' && stopped !== undefined ? 'unproven' : judged;
  return {
    ...facts,
    suites: facts.suites.map((suite) =>
      outcomes.filter((each) => each.suite === suite.name).reduce(tally, emptied(suite)),
    ),
    verdict,
    summary: conclusion(),
    operations,
    findings,
    coverage: cover(clauses, outcomes),
    outcomes,
  };

  function conclusion(): string {
    if (judged !== 'kept') return sentence(judged, findings, operations, outcomes);
    if (stopped !== undefined) return `${stopped}: ${counted(outcomes.length, 'request')}, nothing broken so far`;
    return facts.shard ? partSentence(facts.shard, outcomes) : sentence('kept', findings, operations, outcomes);
  }
}

/** A refusal for want of credentials counts once another request of the operation was accepted; a part of a run leaves that open. */
function settled(outcomes: readonly Outcome[], part: boolean): Outcome[] {
  const accepting = new Set(outcomes.flatMap(({ operation, effect }) => (effect === 'accepted' ? [operation] : [])));
  return outcomes.map((outcome) => {
    const { ifAccepting, ...doubted } = outcome;
    if (ifAccepting === undefined) return outcome;
    if (accepting.has(outcome.operation)) return ifAccepting;
    return part ? outcome : doubted;
  });
}

/** An order of its own, because several requests are under way at once: suites and operations as they were asked, cases by their ids. */
function inOrder(
  outcomes: readonly Outcome[],
  suites: readonly SuiteSummary[],
  operations: readonly AskedOperation[],
): Outcome[] {
  const rank = (names: readonly string[]) => new Map(names.map((name, index) => [name, index]));
  const suiteRank = rank(suites.map(({ name }) => name));
  const operationRank = rank(operations.map(({ id }) => id));
  const difference = (ranks: ReadonlyMap<string, number>, a: string, b: string) =>
    (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0);
  return outcomes.toSorted(
    (a, b) =>
      difference(suiteRank, a.suite, b.suite) ||
      difference(operationRank, a.operation, b.operation) ||
      (a.case < b.case ? -1 : Number(a.case > b.case)),
  );
}

function emptied(suite: SuiteSummary): SuiteSummary {
  return { ...suite, pass: 0, fail: 0, error: 0, skip: 0 };
}

/** How an operation fared; of a part of a run, nothing is said of what the other parts prove. */
export function summarizeOperation(
  operation: AskedOperation,
  clauses: readonly Clause[],
  outcomes: readonly Outcome[],
  part: boolean,
): OperationSummary {
  const own = outcomes.filter((outcome) => outcome.operation === operation.id);
  const count = (effect: Outcome['effect']) => own.filter((outcome) => outcome.effect === effect).length;
  const [accepted, refused] = [count('accepted'), count('refused')];
  const refusable = clauses.some((clause) => clause.operation === operation.id && isError(clause));
  const why = part ? undefined : whyUnproven(own, accepted, refused, refusable);
  return {
    ...operation,
    sent: own.length,
    accepted,
    refused,
    proven: why === undefined,
    ...(why === undefined ? {} : { why }),
  };
}

/** True for a clause about a documented error. */
function isError({ part }: Clause): boolean {
  return /^response (default|[45])/.test(part);
}

function whyUnproven(
  own: readonly Outcome[],
  accepted: number,
  refused: number,
  refusable: boolean,
): string | undefined {
  if (own.length === 0) return 'no request was sent: give an example with --examples';
  const reason = own.find(({ verdict, reason: each }) => verdict !== 'pass' && each !== undefined)?.reason;
  if (accepted === 0) return `no request was ever accepted${reason ? `; ${reason}` : ''}`;
  const wanted = own.some(({ intent }) => intent === 'reject') && refusable;
  return wanted && refused === 0 ? `no request was ever refused${reason ? `; ${reason}` : ''}` : undefined;
}

function judge(
  findings: readonly FindingGroup[],
  operations: readonly OperationSummary[],
  outcomes: readonly Outcome[],
  part: boolean,
): RunVerdict {
  if (outcomes.every(({ verdict }) => verdict === 'error') && !(part && outcomes.length === 0)) return 'not-run';
  if (findings.some(({ severity }) => severity === 'error') || outcomes.some(({ verdict }) => verdict === 'fail'))
    return 'broken';
  const incomplete = outcomes.some(({ verdict }) => verdict === 'error');
  return incomplete || operations.some(({ proven }) => !proven) ? 'unproven' : 'kept';
}

function sentence(
  verdict: RunVerdict,
  findings: readonly FindingGroup[],
  operations: readonly OperationSummary[],
  outcomes: readonly Outcome[],
): string {
  const requests = counted(outcomes.length, 'request');
  const broken = new Set(findings.filter(({ severity }) => severity === 'error').map(({ clause }) => clause.id)).size;
  const unproven = operations.filter(({ proven }) => !proven);
  switch (verdict) {
    case 'kept':
      return `the contract is kept: ${requests}, ${findings.length === 0 ? 'no finding' : counted(findings.length, 'warning')}`;
    case 'broken':
      return `the contract is broken: ${counted(broken, 'clause')} in ${requests}`;
    case 'unproven': {
      const named = unproven.map(({ id, why }) => `${id} (${why})`).join('; ');
      return `the contract is unproven: ${named || 'some requests could not be sent'}`;
    }
    case 'not-run':
      return outcomes.length === 0 ? 'no request was sent' : (outcomes[0]?.reason ?? 'no request could be sent');
  }
}

/** A part of a run says nothing of what the others prove. */
function partSentence({ number, count }: Shard, outcomes: readonly Outcome[]): string {
  const name = `${number}/${count}`;
  return `shard ${name} found nothing broken: ${counted(outcomes.length, 'request')}; \`contract merge\` of all shards gives the verdict`;
}

function cover(clauses: readonly Clause[], outcomes: readonly Outcome[]): ClauseCoverage[] {
  const counts = new Map<string, number>();
  const broken = new Set<string>();
  for (const { exercised, findings } of outcomes) {
    for (const id of exercised) counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const { clause, severity } of findings) if (severity === 'error') broken.add(clause.id);
  }
  const answered = new Set(outcomes.flatMap(({ operation, effect }) => (effect ? [operation] : [])));
  return clauses.map((clause): ClauseCoverage => {
    const count = counts.get(clause.id) ?? 0;
    if (broken.has(clause.id)) return { clause, state: 'broken', count };
    if (count > 0) return { clause, state: 'exercised', count };
    return { clause, state: 'unreached', count, why: whyUnreached(clause, answered) };
  });
}

function whyUnreached({ direction, operation }: Clause, answered: ReadonlySet<string>): string {
  if (direction === 'request') return 'no request was about it';
  return answered.has(operation) ? 'no answer had it' : 'no answer of the operation came';
}

/** `1 request`, `2 requests`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Adds an outcome to the summary of its suite. */
export function tally(suite: SuiteSummary, { verdict }: Outcome): SuiteSummary {
  return { ...suite, [verdict]: suite[verdict] + 1 };
}
