import { UsageError } from '../../core/errors.ts';
import type { Report, RunEvent } from '../../core/report.ts';
import { type ConsoleOptions, formatEvent, progressLine } from '../../report/console/console.ts';
import { Progress } from '../../report/console/progress.ts';
import { redactEvent } from '../../report/redact.ts';
import type { Terminal } from '../command.ts';

const REDRAW_MS = 80;
/** From this number of cases, memory matters more than a few percent of time. */
const LONG_RUN_CASES = 5000;

/** Masks secrets in everything that leaves the run. Results are masked only if they are shown, because there are many. */
export async function* redactEvents(
  events: AsyncIterable<RunEvent>,
  { verbose, secretHeaders }: ConsoleOptions,
  secrets: readonly string[],
): AsyncGenerator<RunEvent> {
  for await (const event of events)
    yield event.type === 'result' && !verbose ? event : redactEvent(event, secretHeaders, secrets);
}

interface FollowedRun {
  readonly report: Report;
  /** What failed after the report, such as a hook. */
  readonly failure: unknown;
}

/** Prints events as they come, and returns the report. */
export async function followRun(
  events: AsyncIterable<RunEvent>,
  terminal: Terminal,
  view: ConsoleOptions,
  onReachable: () => void,
): Promise<FollowedRun> {
  let report: Report | undefined;
  try {
    for await (const event of printed(events, terminal, view, onReachable))
      if (event.type === 'end') report = event.report;
  } catch (failure) {
    if (report) return { report, failure };
    throw failure;
  }
  if (report) return { report, failure: undefined };
  throw new UsageError('The run ended without a report');
}

async function* printed(
  events: AsyncIterable<RunEvent>,
  terminal: Terminal,
  view: ConsoleOptions,
  onReachable: () => void,
): AsyncGenerator<RunEvent> {
  const progress = new Progress();
  const started = performance.now();
  let drawnAt = 0;
  for await (const event of events) {
    if (event.type === 'start') {
      onReachable();
      terminal.handleSignals?.();
    }
    progress.record(event);
    if (event.type === 'result' && progress.done === LONG_RUN_CASES) terminal.tune?.('long run');
    const lines = formatEvent(event, progress, view);
    if (lines.length > 0) terminal.out(`${eraser(terminal)}${lines.join('\n')}\n`);
    const now = performance.now();
    if (terminal.columns !== undefined && !view.quiet && now - drawnAt > REDRAW_MS) {
      drawnAt = now;
      terminal.out(eraser(terminal) + progressLine(progress, now - started, terminal.columns));
    }
    if (event.type === 'end') terminal.out(eraser(terminal));
    yield event;
  }
}

function eraser({ columns }: Terminal): string {
  return columns === undefined ? '' : '\r\u001b[K';
}
