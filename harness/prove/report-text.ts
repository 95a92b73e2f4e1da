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
  type MutantResult,
  type MutationReport,
  mutationSummary,
  survivors,
} from './report.ts';

/** Of a clause's survivors and of a service's alarms; all of them stand in the JSON. */
const SHOWN = 3;

/** A proof as text: survivors and false alarms first, then a row for each clause, what came of the lawful services, and the verdict. */
export function formatMutationReport(report: MutationReport, colour: boolean): string {
  const paint = createStyler(colour);
  const parts = [
    survivorLines(report, paint),
    alarmLines(report, paint),
    clauseTable(report, paint),
    untestedLines(report, paint),
    suiteLines(report),
    [verdictLine(report, paint)],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function survivorLines(report: MutationReport, paint: Styler): string[] {
  const all = survivors(report);
  if (all.length === 0) return [];
  const grouped = new Map(all.map((trial) => [trial.mutant.clause, [] as MutantResult[]]));
  for (const trial of all) grouped.get(trial.mutant.clause)?.push(trial);
  const lines = [...grouped].flatMap(([clause, own]) => [
    `${paint('bad', '✗')} ${clause.operation}: ${clause.description}  ${paint('quiet', formatLocation(clause.location))}`,
    ...own.slice(0, SHOWN).map(survivorLine),
    ...(own.length > SHOWN ? [`    and ${own.length - SHOWN} more`] : []),
  ]);
  return [paint('strong', `${pluralize(all.length, 'break')} survived`), ...lines];
}

function survivorLine({ mutant: { description }, shown }: MutantResult): string {
  return `    unnoticed: a service that ${description}${shown ? '' : '; no request led it to that'}`;
}

function alarmLines(report: MutationReport, paint: Styler): string[] {
  const all = falsePositives(report);
  if (all.length === 0) return [];
  const lines = all.flatMap(({ description, falsePositives: own }) => [
    `${paint('bad', '✗')} a service that ${description}`,
    ...own.slice(0, SHOWN).map((alarm) => `    ${alarm.suite}  ${alarm.case}  ${alarm.message}`),
    ...(own.length > SHOWN ? [`    and ${own.length - SHOWN} more`] : []),
  ]);
  return [paint('strong', `${pluralize(all.length, 'lawful service')} raised an alarm`), ...lines];
}

function clauseTable(report: MutationReport, paint: Styler): string[] {
  const proofs = groupByClause(report);
  const rows = report.clauses
    .flatMap((clause) => {
      const own = proofs.get(clause.id);
      return own ? [{ clause, own }] : [];
    })
    .sort((a, b) => Number(isWhole(a.own)) - Number(isWhole(b.own)))
    .map(({ clause, own }) => clauseRow(report, clause, own, paint));
  const head = ['', 'clause', '', 'breaks', 'caught', ...report.suites, 'requests', 'checks'];
  const numbers = head.flatMap((name, column) => (column > 2 && name !== 'checks' ? [column] : []));
  return table([head.map((name) => paint('quiet', name)), ...rows], numbers);
}

function isWhole({ mutants, killed }: ClauseMutationScore): boolean {
  return killed === mutants.length;
}

function clauseRow(report: MutationReport, clause: Clause, own: ClauseMutationScore, paint: Styler): string[] {
  const { mutants, killed } = own;
  const bySuite = report.suites.map((suite) =>
    mutants.filter(({ kills }) => kills.some((each) => each.suite === suite)),
  );
  const checks = new Set(mutants.flatMap(({ kills }) => kills.map(({ check }) => check)));
  return [
    isWhole(own) ? paint('good', '✓') : paint('bad', '✗'),
    `${clause.operation}: ${clause.description}`,
    paint('quiet', formatLocation(clause.location)),
    String(mutants.length),
    String(killed),
    ...bySuite.map(({ length }) => String(length)),
    String(Math.max(0, ...mutants.map(requestsOf))),
    [...checks].join(', '),
  ];
}

/** After so many requests of a suite the break is known, whichever suite is the first. */
function requestsOf({ kills }: MutantResult): number {
  return kills.length === 0 ? 0 : Math.min(...kills.map(({ requestCount }) => requestCount));
}

function untestedLines({ withoutMutants }: MutationReport, paint: Styler): string[] {
  if (withoutMutants.length === 0) return [];
  const rows = withoutMutants.map(({ clause, reason }) => [
    paint('warn', '-'),
    `${clause.operation}: ${clause.description}`,
    paint('quiet', formatLocation(clause.location)),
    reason,
  ]);
  return [
    paint('strong', `${pluralize(withoutMutants.length, 'clause')} could not be put to the test`),
    ...table(rows),
  ];
}

/** What each suite caught, and what it alone did. */
function suiteLines({ suites, mutants }: MutationReport): string[] {
  return suites.map((suite) => {
    const caught = mutants.filter(({ kills }) => kills.some((each) => each.suite === suite));
    const alone = caught.filter(({ kills }) => kills.length === 1);
    const share = suites.length > 1 ? `, ${alone.length} of them alone` : '';
    return `${suite} caught ${caught.length} of ${pluralize(mutants.length, 'break')}${share}`;
  });
}

function verdictLine(report: MutationReport, paint: Styler): string {
  const { mutants, variations, planned, durationMs, seed } = report;
  const all = isComplete(report);
  const tried = all
    ? `${pluralize(mutants.length, 'break')} and ${pluralize(variations.length, 'lawful difference')}`
    : `${mutants.length} of ${pluralize(planned.mutants, 'break')} and ${variations.length} of ${pluralize(planned.variations, 'lawful difference')}`;
  const good = all && survivors(report).length === 0 && falsePositives(report).length === 0;
  return `${paint(good ? 'good' : 'bad', mutationSummary(report))}\n${paint('quiet', `${tried} in ${(durationMs / 1000).toFixed(1)} s; seed ${seed}`)}`;
}
