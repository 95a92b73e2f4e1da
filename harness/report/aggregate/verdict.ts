import { caseCount, formatSentCases, verdictCounts } from '../../core/case-counts.ts';
import type {
  Cause,
  FindingGroup,
  OperationSummary,
  Report,
  RunVerdict,
  Shard,
  SuiteSummary,
} from '../../core/report.ts';
import { isTraffic } from '../../core/report.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { andMore, listNames } from '../../core/util/list-names.ts';
import { pluralize } from '../../core/util/pluralize.ts';

/** What the verdict of a run depends on. */
export interface VerdictBasis {
  readonly findings: readonly FindingGroup[];
  readonly causes: readonly Cause[];
  readonly operations: readonly OperationSummary[];
  readonly suites: readonly SuiteSummary[];
  readonly isShard: boolean;
  readonly repeated: Report['repeated'];
  /** Why the first result is inconclusive. */
  readonly reason: string | undefined;
}

export function verdictOf({ findings, operations, suites, isShard, repeated }: VerdictBasis): RunVerdict {
  const total = caseCount(suites);
  const { fail, error } = verdictCounts(suites);
  if (error === total && !(isShard && total === 0)) return 'not-run';
  if (fail > 0 || findings.some(({ severity }) => severity === 'error')) return 'failed';
  // A baseline may have operations that are not verified, but not make up for a service that accepts nothing.
  const isNothingAccepted = !isShard && !repeated && operations.every(({ accepted }) => accepted === 0);
  if (repeated?.open) return 'unverified';
  const isOpen = operations.some(({ verified, known }) => !verified && !known);
  return error > 0 || isOpen || isNothingAccepted ? 'unverified' : 'passed';
}

/** One line: the reason of the verdict, or a remedy. */
export function summaryOf(
  verdict: RunVerdict,
  basis: VerdictBasis,
  { stopped, shard }: { readonly stopped?: string | undefined; readonly shard?: Shard },
): string {
  if (verdict !== 'passed') return formatVerdict(verdict, basis);
  const requests = pluralize(caseCount(basis.suites), 'request');
  if (stopped !== undefined) return `${stopped}: ${requests}, no violations so far`;
  return shard ? formatShard(shard, requests) : formatVerdict(verdict, basis);
}

function formatVerdict(verdict: RunVerdict, basis: VerdictBasis): string {
  const { findings, operations, suites, repeated, reason } = basis;
  const requests = pluralize(caseCount(suites), 'request');
  if (repeated && (verdict === 'passed' || (verdict === 'unverified' && repeated.open > 0)))
    return formatRepeated(repeated, requests);
  switch (verdict) {
    case 'passed':
      if (!isTraffic({ suites }) && operations.length > 0 && operations.every(({ verified }) => !verified))
        return `no new findings: ${formatRequests(suites)}; no operation is verified, the baseline has them all`;
      return `contract satisfied: ${formatRequests(suites)}, ${findings.length === 0 ? 'no findings' : pluralize(findings.length, 'warning')}`;
    case 'failed':
      return `contract violated: ${formatViolations(basis)} in ${requests}`;
    case 'unverified': {
      const unverified = operations.filter(({ verified, known }) => !verified && !known);
      const named = formatUnverified(unverified);
      const isNone = operations.every(({ accepted }) => accepted === 0);
      const otherwise = isNone ? 'no operation accepted a request' : 'some requests could not be sent';
      return `not verified: ${named || otherwise}`;
    }
    case 'not-run':
      if (isTraffic({ suites })) return 'no exchange is with an operation of the document: nothing was checked';
      return caseCount(suites) === 0 ? 'no request was sent' : (reason ?? 'no request could be sent');
  }
}

const MAX_NAMED = { operations: 3, reasons: 3 } as const;

/** Returns `lend, takeBack (no valid request was accepted)`: the table above it has them all. */
function formatUnverified(unverified: readonly OperationSummary[]): string {
  const reasons = [...groupBy(unverified, ({ reason }) => reason)];
  const named = reasons.slice(0, MAX_NAMED.reasons).map(([reason, operations]) => {
    const names = listNames(
      operations.map(({ id }) => id),
      MAX_NAMED.operations,
    );
    return `${names} (${reason})`;
  });
  const others = reasons.slice(MAX_NAMED.reasons).flatMap(([, operations]) => operations);
  return named.join('; ') + andMore(others.length);
}

/** Never more than what was repeated. */
function formatRepeated({ cases, open }: NonNullable<Report['repeated']>, requests: string): string {
  if (open > 0)
    return `not verified: ${open} of ${pluralize(cases, 'case')} could not be repeated; verify without --last-failed`;
  return `what failed before passes: ${requests}; verify without --last-failed for the verdict on the whole contract`;
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
