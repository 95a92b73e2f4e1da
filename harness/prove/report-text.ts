import { formatLocation } from '../core/errors.ts';
import type { Clause } from '../core/model.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { createStyler, type Styler } from '../report/console/style.ts';
import { table } from '../report/console/table.ts';
import {
  type ClauseMutationScore,
  falsePositives,
  groupByClause,
  isComplete,
  isPassing,
  type MutantResult,
  type MutationReport,
  mutationSummary,
  survivors,
} from './report.ts';

/** Survivors shown per clause, and false positives per variation; the JSON has all of them. */
const MAX_SHOWN = 3;

/** Formats a report as text: survivors and false positives, a row per clause, totals per suite, and the verdict. */
export function formatMutationReport(report: MutationReport, color: boolean): string {
  const style = createStyler(color);
  const parts = [
    survivorLines(report, style),
    falsePositiveLines(report, style),
    clauseTable(report, style),
    withoutMutantLines(report, style),
    suiteLines(report),
    [verdictLine(report, style)],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function survivorLines(report: MutationReport, style: Styler): string[] {
  const all = survivors(report);
  if (all.length === 0) return [];
  const grouped = new Map(all.map((result) => [result.mutant.clause, [] as MutantResult[]]));
  for (const result of all) grouped.get(result.mutant.clause)?.push(result);
  const lines = [...grouped].flatMap(([clause, own]) => [
    `${style('bad', '✗')} ${clause.operation}: ${clause.description}  ${style('quiet', formatLocation(clause.location))}`,
    ...own.slice(0, MAX_SHOWN).map(survivorLine),
    ...(own.length > MAX_SHOWN ? [`    and ${own.length - MAX_SHOWN} more`] : []),
  ]);
  return [style('strong', `${pluralize(all.length, 'mutant')} survived`), ...lines];
}

function survivorLine({ mutant: { description }, triggered }: MutantResult): string {
  return `    survived: a service that ${description}${triggered ? '' : ' (not triggered by any request)'}`;
}

function falsePositiveLines(report: MutationReport, style: Styler): string[] {
  const all = falsePositives(report);
  if (all.length === 0) return [];
  const lines = all.flatMap(({ description, falsePositives: own }) => [
    `${style('bad', '✗')} a service that ${description}`,
    ...own
      .slice(0, MAX_SHOWN)
      .map((falsePositive) => `    ${falsePositive.suite}  ${falsePositive.case}  ${falsePositive.message}`),
    ...(own.length > MAX_SHOWN ? [`    and ${own.length - MAX_SHOWN} more`] : []),
  ]);
  return [style('strong', pluralize(all.length, 'false positive')), ...lines];
}

function clauseTable(report: MutationReport, style: Styler): string[] {
  const scores = groupByClause(report);
  const rows = report.clauses
    .flatMap((clause) => {
      const own = scores.get(clause.id);
      return own ? [{ clause, own }] : [];
    })
    .sort((a, b) => Number(isFullyKilled(a.own)) - Number(isFullyKilled(b.own)))
    .map(({ clause, own }) => clauseRow(report, clause, own, style));
  const head = ['', 'clause', '', 'mutants', 'killed', ...report.suites, 'requests', 'checks'];
  const numbers = head.flatMap((name, column) => (column > 2 && name !== 'checks' ? [column] : []));
  return table([head.map((name) => style('quiet', name)), ...rows], numbers);
}

function isFullyKilled({ mutants, killed }: ClauseMutationScore): boolean {
  return killed === mutants.length;
}

function clauseRow(report: MutationReport, clause: Clause, own: ClauseMutationScore, style: Styler): string[] {
  const { mutants, killed } = own;
  const bySuite = report.suites.map((suite) =>
    mutants.filter(({ kills }) => kills.some((each) => each.suite === suite)),
  );
  const checks = new Set(mutants.flatMap(({ kills }) => kills.map(({ check }) => check)));
  return [
    isFullyKilled(own) ? style('good', '✓') : style('bad', '✗'),
    `${clause.operation}: ${clause.description}`,
    style('quiet', formatLocation(clause.location)),
    String(mutants.length),
    String(killed),
    ...bySuite.map(({ length }) => String(length)),
    String(Math.max(0, ...mutants.map(requestsToKill))),
    [...checks].join(', '),
  ];
}

/** Returns after how many requests of a suite the mutant is killed, by the fastest suite. */
function requestsToKill({ kills }: MutantResult): number {
  return kills.length === 0 ? 0 : Math.min(...kills.map(({ requestCount }) => requestCount));
}

function withoutMutantLines({ withoutMutants }: MutationReport, style: Styler): string[] {
  if (withoutMutants.length === 0) return [];
  const rows = withoutMutants.map(({ clause, reason }) => [
    style('warn', '-'),
    `${clause.operation}: ${clause.description}`,
    style('quiet', formatLocation(clause.location)),
    reason,
  ]);
  return [
    style(
      'strong',
      `${pluralize(withoutMutants.length, 'clause')} ${withoutMutants.length === 1 ? 'has' : 'have'} no mutant`,
    ),
    ...table(rows),
  ];
}

/** Formats how many mutants each suite killed, and how many no other suite did. */
function suiteLines({ suites, mutants }: MutationReport): string[] {
  return suites.map((suite) => {
    const killed = mutants.filter(({ kills }) => kills.some((each) => each.suite === suite));
    const exclusive = killed.filter(({ kills }) => kills.length === 1);
    const note = suites.length > 1 ? ` (${exclusive.length} exclusively)` : '';
    return `${suite} killed ${killed.length} of ${pluralize(mutants.length, 'mutant')}${note}`;
  });
}

function verdictLine(report: MutationReport, style: Styler): string {
  const { mutants, variations, planned, durationMs, seed } = report;
  const executed =
    isComplete(report) || !planned
      ? `${pluralize(mutants.length, 'mutant')} and ${pluralize(variations.length, 'conforming variation')}`
      : `${mutants.length} of ${pluralize(planned.mutants, 'mutant')} and ${variations.length} of ${pluralize(planned.variations, 'conforming variation')}`;
  const duration = `${(durationMs / 1000).toFixed(1)} s`;
  return `${style(isPassing(report) ? 'good' : 'bad', mutationSummary(report))}\n${style('quiet', `${executed} in ${duration}; seed ${seed}`)}`;
}
