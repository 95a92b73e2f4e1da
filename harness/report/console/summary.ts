import { formatLocation } from '../../core/errors.ts';
import type { ClauseCoverage, OperationSummary, Report, RunVerdict } from '../../core/report.ts';
import { caseCount, verdictCounts } from '../../core/report.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { oneLine } from '../text/excerpt.ts';
import { formatDuration } from './progress.ts';
import type { Style, Styler } from './style.ts';
import { table } from './table.ts';

/** With more operations than this, those that are proven are only counted. */
const OPERATIONS_SHOWN = 20;
const CLAUSES_SHOWN = 5;

const VERDICTS: Readonly<Record<RunVerdict, readonly [style: Style, label: string]>> = {
  passed: ['good', '✓ passed'],
  failed: ['bad', '✗ failed'],
  unverified: ['bad', '✗ unverified'],
  'not-run': ['bad', '✗ not run'],
};

/** What was asked of each operation and whether it is proven. */
export function operationLines(operations: readonly OperationSummary[], paint: Styler): string[] {
  const proven = operations.filter((operation) => operation.verified);
  const folded = operations.length > OPERATIONS_SHOWN ? proven : [];
  const shown = operations.filter((operation) => !folded.includes(operation));
  const rows = shown.map((operation) => [
    oneLine(operation.id),
    oneLine(`${operation.method} ${operation.path}`),
    String(operation.sent),
    String(operation.accepted),
    String(operation.rejected),
    operation.verified ? paint('good', 'verified') : paint('bad', `not verified: ${oneLine(operation.reason ?? '')}`),
  ]);
  const head = ['operation', '', 'sent', 'accepted', 'rejected'].map((cell) => paint('quiet', cell));
  const rest = folded.length > 0 ? [`and ${pluralize(folded.length, 'proven operation')}`] : [];
  return [...(rows.length > 0 ? table([head, ...rows], [2, 3, 4]) : []), ...rest];
}

/** How many clauses were exercised, which are broken, and why others were never reached. */
export function coverageLines(coverage: readonly ClauseCoverage[], verbose: boolean, paint: Styler): string[] {
  const broken = coverage.filter(({ state }) => state === 'violated');
  const unreached = coverage.filter(({ state }) => state === 'uncovered');
  const reached = coverage.length - unreached.length;
  const parts = [`${reached} of ${coverage.length} exercised`];
  if (broken.length > 0) parts.push(paint('bad', `${broken.length} broken`));
  if (unreached.length > 0) parts.push(paint('warn', `${unreached.length} never reached`));
  const reasons = groupBy(unreached, ({ reason }) => reason ?? 'no reason known');
  return [
    `clauses  ${parts.join(', ')}`,
    ...[...reasons].flatMap(([why, clauses]) => unreachedLines(why, clauses, verbose, paint)),
  ];
}

function unreachedLines(why: string, clauses: readonly ClauseCoverage[], verbose: boolean, paint: Styler): string[] {
  const shown = verbose ? clauses : clauses.slice(0, CLAUSES_SHOWN);
  const lines = table(
    shown.map(({ clause }) => [
      paint('quiet', formatLocation(clause.location)),
      oneLine(`${clause.operation}: ${clause.part}: ${clause.description}`),
    ]),
  );
  const rest = clauses.length - shown.length;
  return [
    `  ${clauses.length} never reached: ${oneLine(why)}`,
    ...lines.map((line) => `    ${line}`),
    ...(rest > 0 ? [`    and ${rest} more`] : []),
  ];
}

/** Outcomes that prove nothing, by their reason: requests that could not be asked, answers that say nothing. */
export function inconclusiveLines(report: Report, paint: Styler): string[] {
  return (['error', 'skip'] as const).flatMap((verdict) => {
    const results = report.results.filter((result) => result.status === verdict);
    const reasons = groupBy(results, ({ inconclusiveReason }) => inconclusiveReason ?? 'no reason given');
    const label = verdict === 'error' ? paint('bad', 'could not ask') : paint('warn', 'inconclusive');
    const lines = [...reasons].map(
      ([reason, { length }]) => `${label}  ${pluralize(length, 'case')}: ${oneLine(reason)}`,
    );
    const unlisted = verdictCounts(report.suites)[verdict] - results.length;
    return unlisted > 0 ? [...lines, `${label}  ${pluralize(unlisted, 'further case')}`] : lines;
  });
}

/** What suites left out, and what the document leaves open. */
export function skippedAndUnspecifiedLines({ suites, unspecified }: Report): string[] {
  const left = suites.flatMap(({ name, skippedReason }) =>
    skippedReason === undefined ? [] : [`left out  ${name}: ${oneLine(skippedReason)}`],
  );
  return unspecified.length === 0
    ? left
    : [...left, `gaps     ${unspecified.length} left open by the document, where any lawful answer is accepted`];
}

/** The verdict and what it rests on. */
export function verdictLines(report: Report, paint: Styler): string[] {
  const [style, label] = VERDICTS[report.verdict];
  const cases = pluralize(caseCount(report.suites), 'case');
  return [
    `${paint(style, label)}  ${oneLine(report.summary)}`,
    paint(
      'quiet',
      `${cases} against ${oneLine(report.target)} in ${formatDuration(report.durationMs)}, seed ${report.seed}`,
    ),
  ];
}
