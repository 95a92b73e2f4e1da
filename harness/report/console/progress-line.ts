import { type RunEvent, type SuiteSummary, TRAFFIC } from '../../core/report.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { maskUrl, redactOutcome } from '../redact.ts';
import { oneLine } from '../text/escape.ts';
import { receivedResponse, requestLine, statusLine } from '../text/excerpt.ts';
import { messageLines } from '../text/http-message.ts';
import { formatDuration, type Progress, type SuiteProgress } from './progress.ts';
import { createStyler, type Styler } from './style.ts';
import { table } from './table.ts';

const LIMITS = { characters: 4000, lines: 60 };
const MAX_OPERATIONS = 20;

/** What the console prints, and how. */
export interface ConsoleOptions {
  readonly color: boolean;
  /** Print every exchange and every clause. */
  readonly verbose: boolean;
  /** Print only findings and the verdict. */
  readonly quiet: boolean;
  /** Names of headers whose values are redacted, in addition to those that carry credentials by definition. */
  readonly secretHeaders: readonly string[];
}

/** Returns the lines that an event adds to the console; `progress` has recorded the event before. */
export function formatEvent(event: RunEvent, progress: Progress, options: ConsoleOptions): string[] {
  const style = createStyler(options.color);
  if (options.quiet) return event.type === 'start' ? writeLines(event) : [];
  switch (event.type) {
    case 'start': {
      const { target, suites, seed } = event;
      const title = oneLine(
        suites.includes(TRAFFIC)
          ? `Checking ${target}`
          : `Testing ${maskUrl(target)} (${suites.join(', ')}; seed ${seed})`,
      );
      return [style('quiet', title), ...writeLines(event)];
    }
    case 'result':
      return options.verbose ? exchangeLines(event, options.secretHeaders, style) : [];
    case 'suite':
      return suiteLines(event.suite, progress.ofSuite(event.suite.name), style);
    case 'plan':
    case 'finding':
    case 'end':
      return [];
  }
}

/** Says what is about to happen to a service that is not on this machine. */
function writeLines({ target, writes }: Extract<RunEvent, { type: 'start' }>): string[] {
  if (!writes) return [];
  const { operations, requests, isAll } = writes;
  const count = `${isAll ? 'about' : 'more than'} ${requests.toLocaleString('en-US')} requests`;
  const where = `${pluralize(operations, 'operation')} that may change records`;
  return [
    oneLine(`${maskUrl(target)} is not on this machine: ${count} to ${where}; --safe-methods-only prevents them`),
  ];
}

/** Returns the line that a terminal shows during a run, shorter than `columns`; with the time left if the total is known. */
export function progressLine(progress: Progress, elapsedMs: number, columns: number): string {
  const { done, total, findings } = progress;
  const perSecond = elapsedMs > 0 ? (done * 1000) / elapsedMs : 0;
  const parts = [
    total === undefined ? pluralize(done, 'case') : `${done}/${total} cases`,
    pluralize(findings, 'finding'),
    `${Math.round(perSecond)}/s`,
  ];
  if (total !== undefined && perSecond > 0 && done < total)
    parts.push(`${formatDuration(((total - done) / perSecond) * 1000)} left`);
  return parts.join('  ').slice(0, Math.max(0, columns - 1));
}

function suiteLines(suite: SuiteSummary, operations: readonly SuiteProgress[], style: Styler): string[] {
  const hasFailed = ({ statuses }: SuiteProgress) => statuses.fail + statuses.error > 0;
  const shown = operations.length > MAX_OPERATIONS ? operations.filter(hasFailed) : operations;
  const more = operations.length - shown.length;
  const rows = shown.map((operation) => operationRow(operation, style));
  if (more > 0) {
    const text = `${shown.length > 0 ? 'and ' : ''}${pluralize(more, 'operation')} without findings`;
    rows.push([style('good', '✓'), suite.name, text]);
  }
  if (operations.length === 0) rows.push([style('warn', '-'), suite.name, 'no cases']);
  rows.at(-1)?.push(style('quiet', formatDuration(suite.durationMs)));
  return table(rows);
}

function operationRow({ suite, operation, accepted, rejected, statuses }: SuiteProgress, style: Styler): string[] {
  const { pass, fail, error, skip } = statuses;
  const counts = `${pluralize(pass + fail + error + skip, 'case')}: ${accepted} accepted, ${rejected} rejected`;
  const problems = [
    ...(fail > 0 ? [style('bad', `${fail} failed`)] : []),
    ...(error > 0 ? [style('bad', `${error} not sent`)] : []),
    ...(skip > 0 ? [style('warn', `${skip} inconclusive`)] : []),
  ];
  const mark = fail + error > 0 ? style('bad', '✗') : style('good', '✓');
  return [mark, suite, oneLine(operation), [counts, ...(problems.length > 0 ? [problems.join(', ')] : [])].join('; ')];
}

const STATUS_STYLES = { pass: 'good', skip: 'warn', fail: 'bad', error: 'bad' } as const;

function exchangeLines(
  { result: unredacted }: Extract<RunEvent, { type: 'result' }>,
  secretHeaders: readonly string[],
  style: Styler,
): string[] {
  const result = redactOutcome(unredacted, secretHeaders);
  const reason = result.inconclusiveReason === undefined ? '' : `: ${oneLine(result.inconclusiveReason)}`;
  const status = style(STATUS_STYLES[result.status], result.status.padEnd(5));
  const duration = style('quiet', formatDuration(result.durationMs));
  const title = `${status} ${result.suite}  ${oneLine(result.case)}  ${duration}${reason}`;
  if (!result.exchange) return [title];
  const { request, response } = result.exchange;
  const received = receivedResponse(response);
  const lines = [
    requestLine(request),
    ...messageLines(request, LIMITS, style),
    statusLine(response),
    ...(received ? messageLines(received, LIMITS, style) : []),
  ];
  return [title, ...lines.map((line) => `      ${line}`)];
}
