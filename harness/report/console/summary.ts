import { caseCount, formatSentCases, verdictCounts } from '../../core/case-counts.ts';
import { formatCovered } from '../../core/clause-counts.ts';
import { formatPart } from '../../core/clause-part.ts';
import { formatLocation } from '../../core/errors.ts';
import type { ClauseCoverage, OperationSummary, Report, RunVerdict } from '../../core/report.ts';
import { isTraffic } from '../../core/report.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { isFullLife } from '../aggregate/resource-lives.ts';
import { oneLine } from '../text/escape.ts';
import { formatDuration } from './progress.ts';
import type { Style, Styler } from './style.ts';
import { table } from './table.ts';

/** With more operations than this, verified ones are only counted. */
const MAX_OPERATIONS = 20;
const MAX_CLAUSES = 5;
const MAX_MISSING_STAGES = 20;
const MAX_SKIPPED_REASONS = 8;

const VERDICTS: Readonly<Record<RunVerdict, readonly [style: Style, label: string]>> = {
  passed: ['good', '✓ passed'],
  failed: ['bad', '✗ failed'],
  unverified: ['bad', '✗ not verified'],
  'not-run': ['bad', '✗ not run'],
};

/** Returns the operations with their requests and whether they are verified. */
export function operationLines(operations: readonly OperationSummary[], style: Styler): string[] {
  const verified = operations.filter((operation) => operation.verified);
  const folded = operations.length > MAX_OPERATIONS ? verified : [];
  const shown = operations.filter((operation) => !folded.includes(operation));
  const rows = shown.map((operation) => [
    oneLine(operation.id),
    oneLine(`${operation.method} ${operation.path}`),
    String(operation.sent),
    String(operation.accepted),
    String(operation.rejected),
    operation.verified ? style('good', 'verified') : style('bad', `not verified: ${oneLine(operation.reason ?? '')}`),
  ]);
  const head = ['operation', '', 'sent', 'accepted', 'rejected'].map((cell) => style('quiet', cell));
  const learned = operations
    .filter(({ unique = [] }) => unique.length > 0)
    .map(({ id, unique = [] }) => oneLine(`unique in ${id}: ${unique.join(', ')} (learned from rejected duplicates)`));
  const rest = folded.length > 0 ? [`and ${pluralize(folded.length, 'verified operation')}`] : [];
  return [...(rows.length > 0 ? table([head, ...rows], [2, 3, 4]) : []), ...rest, ...learned];
}

/** Returns how many operations had a success, and which resource types had no full life. */
export function lifeLines({ operations, resources }: Report, style: Styler): string[] {
  const succeeded = operations.filter(({ accepted }) => accepted > 0).length;
  const lines = [`operations: ${succeeded}/${operations.length} with a success`];
  if (!resources || resources.length === 0) return lines;
  const full = resources.filter(isFullLife).length;
  const missing = resources.flatMap(({ name, stages }) => {
    const kept = stages.filter(({ missing: reason }) => reason !== undefined);
    // What could not be created cannot be read either.
    const first = kept.filter(({ stage }) => stage === 'created');
    return (first.length > 0 ? first : kept).map(({ stage, missing: reason = '' }) =>
      oneLine(`  ${name}: not ${stage}: ${reason}`),
    );
  });
  const shown = missing.slice(0, MAX_MISSING_STAGES);
  const rest = missing.length - shown.length;
  return [
    ...lines,
    `resources: ${full}/${resources.length} created, read, updated and deleted`,
    ...shown.map((line) => style('quiet', line)),
    ...(rest > 0 ? [style('quiet', `  and ${pluralize(rest, 'more missing stage')}`)] : []),
  ];
}

/** Returns the counts of covered and violated clauses, and the uncovered ones by reason. */
export function coverageLines({ clauses: counts, coverage }: Report, verbose: boolean, style: Styler): string[] {
  const uncovered = coverage.filter(({ state }) => state === 'uncovered');
  const parts = [formatCovered(counts)];
  if (counts.violated > 0) parts.push(style('bad', `${counts.violated} violated`));
  if (counts.uncovered > 0) parts.push(style('warn', `${counts.uncovered} not covered`));
  const byReason = groupBy(uncovered, ({ reason }) => reason ?? 'unknown reason');
  return [
    `clauses: ${parts.join(', ')}`,
    ...[...byReason].flatMap(([reason, clauses]) => uncoveredLines(reason, clauses, verbose, style)),
  ];
}

function uncoveredLines(reason: string, clauses: readonly ClauseCoverage[], verbose: boolean, style: Styler): string[] {
  const shown = verbose ? clauses : clauses.slice(0, MAX_CLAUSES);
  const lines = table(
    shown.map(({ clause }) => [
      style('quiet', oneLine(formatLocation(clause.location))),
      oneLine(`${clause.operation}: ${formatPart(clause.part)}: ${clause.description}`),
    ]),
  );
  const rest = clauses.length - shown.length;
  return [
    `  ${clauses.length} not covered: ${oneLine(reason)}`,
    ...lines.map((line) => `    ${line}`),
    ...(rest > 0 ? [`    and ${rest} more`] : []),
  ];
}

/** Returns the counts of cases that were not sent or are inconclusive, by reason. */
export function inconclusiveLines(report: Report, style: Styler): string[] {
  return (['error', 'skip'] as const).flatMap((status) => {
    const results = report.results.filter((result) => result.status === status);
    const byReason = groupBy(results, ({ inconclusiveReason }) => inconclusiveReason ?? 'unknown reason');
    const label = status === 'error' ? style('bad', 'not sent') : style('warn', 'inconclusive');
    const lines = [...byReason].map(
      ([reason, { length }]) => `${label}: ${pluralize(length, 'case')}: ${oneLine(reason)}`,
    );
    const unlisted = verdictCounts(report.suites)[status] - results.length;
    return unlisted > 0 ? [...lines, `${label}: ${pluralize(unlisted, 'more case')}`] : lines;
  });
}

/** Returns what suites skipped and how much the document leaves unspecified. */
export function skippedAndUnspecifiedLines({ suites, unspecified }: Report): string[] {
  const skipped = suites.flatMap(({ name, skippedReasons = [] }) => {
    const rest = skippedReasons.length - MAX_SKIPPED_REASONS;
    return [
      ...skippedReasons.slice(0, MAX_SKIPPED_REASONS).map((reason) => `skipped: ${name}: ${oneLine(reason)}`),
      ...(rest > 0 ? [`skipped: ${name}: and ${pluralize(rest, 'more reason')}; the reports list them`] : []),
    ];
  });
  if (unspecified.length === 0) return skipped;
  return [...skipped, `${pluralize(unspecified.length, 'behavior')} unspecified; any conforming response is accepted`];
}

/** Returns the verdict, its reason and the parameters of the run. */
export function verdictLines(report: Report, style: Styler): string[] {
  const [tone, label] = VERDICTS[report.verdict];
  const duration = formatDuration(report.durationMs);
  const run = isTraffic(report)
    ? `${pluralize(caseCount(report.suites), 'recorded exchange')} with ${oneLine(report.target)} in ${duration}`
    : `${formatSentCases(report.suites)} against ${oneLine(report.target)} in ${duration}, seed ${report.seed}`;
  return [`${style(tone, label)}  ${oneLine(report.summary)}`, style('quiet', run)];
}
