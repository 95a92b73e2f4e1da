import { documentsErrors } from './checks/answer.ts';
import type { Contract } from './contract/contract.ts';
import type {
  ClauseCoverage,
  Finding,
  FindingGroup,
  Operation,
  OperationSummary,
  Outcome,
  Report,
  Request,
  RunVerdict,
  SuiteSummary,
} from './model.ts';

const CASES_SHOWN = 5;

/** What {@link summarize} needs beside the outcomes. */
export interface RunFacts
  extends Pick<Report, 'tool' | 'spec' | 'sources' | 'target' | 'seed' | 'started' | 'ms' | 'suites'> {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
}

/** Draws the report from the outcomes of a run. */
export function summarize({ contract, operations: asked, ...facts }: RunFacts, outcomes: readonly Outcome[]): Report {
  const findings = groupFindings(outcomes);
  const operations = asked.map((operation) => summarizeOperation(contract, operation, outcomes));
  const verdict = judge(findings, operations, outcomes);
  return {
    ...facts,
    verdict,
    summary: sentence(verdict, findings, operations, outcomes),
    operations,
    findings,
    coverage: cover(contract, asked, outcomes),
    gaps: contract.gaps,
    outcomes,
  };
}

/** The same failure seen through many requests is one entry, with the smallest request. */
export function groupFindings(outcomes: readonly Outcome[]): FindingGroup[] {
  const groups = new Map<string, { finding: Finding; outcomes: Outcome[] }>();
  for (const outcome of outcomes)
    for (const finding of outcome.findings) {
      const key = `${outcome.operation} ${finding.check} ${finding.clause.id}`;
      const group = groups.get(key);
      if (!group) groups.set(key, { finding, outcomes: [outcome] });
      else {
        if (size(outcome) < size(group.outcomes[0])) {
          group.finding = finding;
          group.outcomes.unshift(outcome);
        } else group.outcomes.push(outcome);
      }
    }
  return [...groups].map(([key, group]) => toGroup(key, group.finding, group.outcomes)).sort(bySeverityAndPlace);
}

function toGroup(key: string, finding: Finding, outcomes: readonly Outcome[]): FindingGroup {
  return {
    ...finding,
    key,
    operation: outcomes[0]?.operation ?? finding.clause.operation,
    count: outcomes.length,
    suites: [...new Set(outcomes.map(({ suite }) => suite))],
    cases: outcomes.slice(0, CASES_SHOWN).map((outcome) => outcome.case),
    exchange: outcomes[0]?.exchange,
  };
}

function bySeverityAndPlace(a: FindingGroup, b: FindingGroup): number {
  if (a.severity !== b.severity) return a.severity === 'error' ? -1 : 1;
  return (
    a.clause.location.file.localeCompare(b.clause.location.file) || a.clause.location.line - b.clause.location.line
  );
}

function size(outcome: Outcome | undefined): number {
  const request: Request | undefined = outcome?.exchange?.request;
  return request ? request.path.length + (request.body?.length ?? 0) : Number.POSITIVE_INFINITY;
}

function summarizeOperation(contract: Contract, operation: Operation, outcomes: readonly Outcome[]): OperationSummary {
  const own = outcomes.filter((outcome) => outcome.operation === operation.id);
  const count = (effect: Outcome['effect']) => own.filter((outcome) => outcome.effect === effect).length;
  const [accepted, refused] = [count('accepted'), count('refused')];
  const why = whyUnproven(operation, own, accepted, refused);
  return {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    location: contract.document.locate(operation.pointer),
    sent: own.length,
    accepted,
    refused,
    proven: why === undefined,
    ...(why === undefined ? {} : { why }),
  };
}

function whyUnproven(
  operation: Operation,
  own: readonly Outcome[],
  accepted: number,
  refused: number,
): string | undefined {
  if (own.length === 0) return 'no request was sent: give an example with --examples';
  const reason = own.find(({ verdict, reason: each }) => verdict !== 'pass' && each !== undefined)?.reason;
  if (accepted === 0) return `no request was ever accepted${reason ? `; ${reason}` : ''}`;
  const wanted = own.some(({ intent }) => intent === 'reject') && documentsErrors(operation);
  return wanted && refused === 0 ? `no request was ever refused${reason ? `; ${reason}` : ''}` : undefined;
}

function judge(
  findings: readonly FindingGroup[],
  operations: readonly OperationSummary[],
  outcomes: readonly Outcome[],
): RunVerdict {
  if (outcomes.every(({ verdict }) => verdict === 'error')) return 'not-run';
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
      return `the contract is kept: ${requests}, no finding`;
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

function cover(contract: Contract, operations: readonly Operation[], outcomes: readonly Outcome[]): ClauseCoverage[] {
  const counts = new Map<string, number>();
  const broken = new Set<string>();
  for (const { exercised, findings } of outcomes) {
    for (const id of exercised) counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const { clause, severity } of findings) if (severity === 'error') broken.add(clause.id);
  }
  const answered = new Set(outcomes.flatMap(({ operation, effect }) => (effect ? [`${operation} ${effect}`] : [])));
  return operations.flatMap((operation) =>
    contract.clausesOf(operation).map((clause): ClauseCoverage => {
      const count = counts.get(clause.id) ?? 0;
      if (broken.has(clause.id)) return { clause, state: 'broken', count };
      if (count > 0) return { clause, state: 'exercised', count };
      return { clause, state: 'unreached', count, why: whyUnreached(clause.direction, operation, answered) };
    }),
  );
}

function whyUnreached(direction: 'request' | 'response', operation: Operation, answered: ReadonlySet<string>): string {
  if (direction === 'request') return 'no request was about it';
  const any = ['accepted', 'refused'].some((effect) => answered.has(`${operation.id} ${effect}`));
  return any ? 'no answer had it' : 'no answer of the operation came';
}

/** `1 request`, `2 requests`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Adds an outcome to the summary of its suite. */
export function tally(suite: SuiteSummary, { verdict }: Outcome): SuiteSummary {
  return { ...suite, [verdict]: suite[verdict] + 1 };
}
