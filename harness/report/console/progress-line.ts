import type { RunEvent, SuiteSummary } from '../../core/report.ts';
import { maskUrl, redactOutcome } from '../redact.ts';
import { oneLine, pluralize, receivedResponse, requestLine, statusLine } from '../text/excerpt.ts';
import { messageLines } from '../text/http-message.ts';
import { formatDuration, type Progress, type SuiteProgress } from './progress.ts';
import { createStyler, type Styler } from './style.ts';
import { table } from './table.ts';

const BOUNDS = { characters: 4000, lines: 60 };
const OPERATIONS_SHOWN = 20;

/** How the console speaks. */
export interface ConsoleOptions {
  readonly color: boolean;
  /** Show every exchange and every clause. */
  readonly verbose: boolean;
  /** Show findings and the verdict alone. */
  readonly quiet: boolean;
  /** Names of headers whose values are never shown, beside those that carry credentials by definition. */
  readonly secretHeaders: readonly string[];
}

/** What a run's event adds to the console, in plain lines; `progress` has recorded the event already. */
export function formatEvent(event: RunEvent, progress: Progress, options: ConsoleOptions): string[] {
  if (options.quiet) return [];
  const paint = createStyler(options.color);
  switch (event.type) {
    case 'start':
      return [
        paint('quiet', oneLine(`asking ${maskUrl(event.target)}: ${event.suites.join(', ')}; seed ${event.seed}`)),
      ];
    case 'result':
      return options.verbose ? exchangeLines(event, options.secretHeaders, paint) : [];
    case 'suite':
      return suiteLines(event.suite, progress.ofSuite(event.suite.name), paint);
    case 'plan':
    case 'finding':
    case 'end':
      return [];
  }
}

/** The one line that a terminal shows while a run goes on, no longer than `columns`; time left where the total is known. */
export function progressLine(progress: Progress, ms: number, columns: number): string {
  const { done, total, findings } = progress;
  const rate = ms > 0 ? (done * 1000) / ms : 0;
  const parts = [
    total === undefined ? pluralize(done, 'case') : `${done}/${total} cases`,
    pluralize(findings, 'finding'),
    `${Math.round(rate)}/s`,
  ];
  if (total !== undefined && rate > 0 && done < total)
    parts.push(`${formatDuration(((total - done) / rate) * 1000)} left`);
  return parts.join('  ').slice(0, Math.max(0, columns - 1));
}

function suiteLines(suite: SuiteSummary, tallies: readonly SuiteProgress[], paint: Styler): string[] {
  const clean = (tally: SuiteProgress) => tally.statuses.fail + tally.statuses.error === 0;
  const shown = tallies.length > OPERATIONS_SHOWN ? tallies.filter((tally) => !clean(tally)) : tallies;
  const rest = tallies.length - shown.length;
  const rows = shown.map((tally) => tallyRow(tally, paint));
  if (rest > 0)
    rows.push([
      paint('good', '✓'),
      suite.name,
      `${shown.length > 0 ? 'and ' : ''}${pluralize(rest, 'operation')} without a finding`,
    ]);
  if (tallies.length === 0) rows.push([paint('warn', '-'), suite.name, 'asked nothing']);
  const [last] = rows.slice(-1);
  last?.push(paint('quiet', formatDuration(suite.durationMs)));
  return table(rows);
}

function tallyRow({ suite, operation, accepted, rejected, statuses }: SuiteProgress, paint: Styler): string[] {
  const cases = statuses.pass + statuses.fail + statuses.error + statuses.skip;
  const words = [pluralize(cases, 'case'), `${accepted} accepted`, `${rejected} refused`];
  if (statuses.fail > 0) words.push(paint('bad', `${statuses.fail} failed`));
  if (statuses.error > 0) words.push(paint('bad', `${statuses.error} could not be asked`));
  if (statuses.skip > 0) words.push(paint('warn', `${statuses.skip} inconclusive`));
  const mark = statuses.fail + statuses.error > 0 ? paint('bad', '✗') : paint('good', '✓');
  return [mark, suite, oneLine(operation), words.join(', ')];
}

function exchangeLines(
  { result: given }: Extract<RunEvent, { type: 'result' }>,
  secretHeaders: readonly string[],
  paint: Styler,
): string[] {
  const result = redactOutcome(given, secretHeaders);
  const style = result.status === 'pass' ? 'good' : result.status === 'skip' ? 'warn' : 'bad';
  const reason = result.inconclusiveReason === undefined ? '' : `: ${oneLine(result.inconclusiveReason)}`;
  const title = `${paint(style, result.status.padEnd(5))} ${result.suite}  ${oneLine(result.case)}  ${paint('quiet', formatDuration(result.durationMs))}${reason}`;
  if (!result.exchange) return [title];
  const { request, response } = result.exchange;
  const came = receivedResponse(response);
  const lines = [
    requestLine(request),
    ...messageLines(request, BOUNDS, paint),
    statusLine(response),
    ...(came ? messageLines(came, BOUNDS, paint) : []),
  ];
  return [title, ...lines.map((line) => `      ${line}`)];
}
