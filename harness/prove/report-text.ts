import { formatLocation } from '../core/errors.ts';
import type { Clause } from '../core/model.ts';
import { table } from '../report/console/table.ts';
import { type Paint, painter } from '../report/console/style.ts';
import { alarms, isComplete, type Proof, survivors, type Trial } from './report.ts';
import { byClause, type ClauseProof, counted, proveSummary } from './summary.ts';

/** Of a clause's survivors and of a service's alarms; all of them stand in the JSON. */
const SHOWN = 3;

/** A proof as text: survivors and false alarms first, then a row for each clause, what came of the lawful services, and the verdict. */
export function proofText(proof: Proof, colour: boolean): string {
  const paint = painter(colour);
  const parts = [
    survivorLines(proof, paint),
    alarmLines(proof, paint),
    clauseTable(proof, paint),
    untestedLines(proof, paint),
    suiteLines(proof),
    [verdictLine(proof, paint)],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function survivorLines(proof: Proof, paint: Paint): string[] {
  const all = survivors(proof);
  if (all.length === 0) return [];
  const grouped = new Map(all.map((trial) => [trial.break.clause, [] as Trial[]]));
  for (const trial of all) grouped.get(trial.break.clause)?.push(trial);
  const lines = [...grouped].flatMap(([clause, own]) => [
    `${paint('bad', '✗')} ${clause.operation}: ${clause.says}  ${paint('quiet', formatLocation(clause.location))}`,
    ...own.slice(0, SHOWN).map(survivorLine),
    ...(own.length > SHOWN ? [`    and ${own.length - SHOWN} more`] : []),
  ]);
  return [paint('strong', `${counted(all.length, 'break')} survived`), ...lines];
}

function survivorLine({ break: { says }, shown }: Trial): string {
  return `    unnoticed: a service that ${says}${shown ? '' : '; no request led it to that'}`;
}

function alarmLines(proof: Proof, paint: Paint): string[] {
  const all = alarms(proof);
  if (all.length === 0) return [];
  const lines = all.flatMap(({ says, alarms: own }) => [
    `${paint('bad', '✗')} a service that ${says}`,
    ...own.slice(0, SHOWN).map((alarm) => `    ${alarm.suite}  ${alarm.case}  ${alarm.says}`),
    ...(own.length > SHOWN ? [`    and ${own.length - SHOWN} more`] : []),
  ]);
  return [paint('strong', `${counted(all.length, 'lawful service')} raised an alarm`), ...lines];
}

function clauseTable(proof: Proof, paint: Paint): string[] {
  const proofs = byClause(proof);
  const rows = proof.clauses
    .flatMap((clause) => {
      const own = proofs.get(clause.id);
      return own ? [{ clause, own }] : [];
    })
    .sort((a, b) => Number(isWhole(a.own)) - Number(isWhole(b.own)))
    .map(({ clause, own }) => clauseRow(proof, clause, own, paint));
  const head = ['', 'clause', '', 'breaks', 'caught', ...proof.suites, 'requests', 'checks'];
  const numbers = head.flatMap((name, column) => (column > 2 && name !== 'checks' ? [column] : []));
  return table([head.map((name) => paint('quiet', name)), ...rows], numbers);
}

function isWhole({ trials, caught }: ClauseProof): boolean {
  return caught === trials.length;
}

function clauseRow(proof: Proof, clause: Clause, own: ClauseProof, paint: Paint): string[] {
  const { trials, caught } = own;
  const bySuite = proof.suites.map((suite) =>
    trials.filter(({ catches }) => catches.some((each) => each.suite === suite)),
  );
  const checks = new Set(trials.flatMap(({ catches }) => catches.map(({ check }) => check)));
  return [
    isWhole(own) ? paint('good', '✓') : paint('bad', '✗'),
    `${clause.operation}: ${clause.says}`,
    paint('quiet', formatLocation(clause.location)),
    String(trials.length),
    String(caught),
    ...bySuite.map(({ length }) => String(length)),
    String(Math.max(0, ...trials.map(requestsOf))),
    [...checks].join(', '),
  ];
}

/** After so many requests of a suite the break is known, whichever suite is the first. */
function requestsOf({ catches }: Trial): number {
  return catches.length === 0 ? 0 : Math.min(...catches.map(({ requests }) => requests));
}

function untestedLines({ untested }: Proof, paint: Paint): string[] {
  if (untested.length === 0) return [];
  const rows = untested.map(({ clause, why }) => [
    paint('warn', '-'),
    `${clause.operation}: ${clause.says}`,
    paint('quiet', formatLocation(clause.location)),
    why,
  ]);
  return [paint('strong', `${counted(untested.length, 'clause')} could not be put to the test`), ...table(rows)];
}

/** What each suite caught, and what it alone did. */
function suiteLines({ suites, trials }: Proof): string[] {
  return suites.map((suite) => {
    const caught = trials.filter(({ catches }) => catches.some((each) => each.suite === suite));
    const alone = caught.filter(({ catches }) => catches.length === 1);
    const share = suites.length > 1 ? `, ${alone.length} of them alone` : '';
    return `${suite} caught ${caught.length} of ${counted(trials.length, 'break')}${share}`;
  });
}

function verdictLine(proof: Proof, paint: Paint): string {
  const { trials, lawful, planned, ms, seed } = proof;
  const all = isComplete(proof);
  const tried = all
    ? `${counted(trials.length, 'break')} and ${counted(lawful.length, 'lawful difference')}`
    : `${trials.length} of ${counted(planned.breaks, 'break')} and ${lawful.length} of ${counted(planned.lawful, 'lawful difference')}`;
  const good = all && survivors(proof).length === 0 && alarms(proof).length === 0;
  return `${paint(good ? 'good' : 'bad', proveSummary(proof))}\n${paint('quiet', `${tried} in ${(ms / 1000).toFixed(1)} s; seed ${seed}`)}`;
}
