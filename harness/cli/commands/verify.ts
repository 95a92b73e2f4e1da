import { UsageError } from '../../core/errors.ts';
import type { Report, RunEvent } from '../../core/report.ts';
import { isPassing, mutationSummary } from '../../prove/report.ts';
import { type ConsoleOptions, formatEvent, progressLine } from '../../report/console/console.ts';
import { Progress } from '../../report/console/progress.ts';
import type { RunConfig } from '../../runner/options.ts';
import { run } from '../../runner/run.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import type { ParsedOptions } from '../options.ts';
import { parseReportOutput, writeReportsAndExitCode } from '../report-output.ts';
import { withServiceLifecycle } from '../service-lifecycle.ts';
import { tuneForLongRun, tuneForShortRun } from '../v8-flags.ts';
import { parseRunConfig, verifyOptions, withConfigFile } from './verify-options.ts';

/** `contract verify`: whether a service keeps the contract. */
export const verify: Command = {
  name: 'verify',
  summary: 'check that a service, or the mock, keeps the contract',
  options: verifyOptions,
  usage: [
    'contract verify [--target URL] [OPTIONS]',
    'contract verify --target http://127.0.0.1:8080 --wait 30s',
    "contract verify --target http://127.0.0.1:8080 --setup 'npm start' --report junit=report.xml",
  ],
  run: runVerify,
};

async function runVerify(given: ParsedOptions, terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  tuneForShortRun();
  const args = withConfigFile(given, terminal.env);
  const config = parseRunConfig(args, terminal.env);
  const output = parseReportOutput(args);
  if (output.baseline !== undefined && config.shard)
    throw new UsageError('--write-baseline needs the whole run: give it to `contract merge`, not to a shard');
  const view: ConsoleOptions = {
    color: terminal.color,
    verbose: args.flag('verbose'),
    quiet: args.flag('quiet'),
    secretHeaders: config.headers.map(([name]) => name),
  };
  let code: ExitCode | undefined;
  const surroundings = { setup: args.string('setup'), teardown: args.string('teardown') };
  await withServiceLifecycle(surroundings, signal, async (stop, listens) => {
    const report = await follow(run(config, stop), terminal, view, listens);
    code = await writeReportsAndExitCode(report, output, view, terminal);
    if (stop.aborted) code ||= 1;
    if (args.flag('prove') && !(await proven(config, terminal, stop))) code ||= 1;
  });
  return code ?? 2;
}

/** Breaks every clause on the mock, with the suites and examples of the run, and says in one line whether the run would have noticed. */
async function proven(config: RunConfig, terminal: Terminal, signal: AbortSignal): Promise<boolean> {
  const { runMutationTests } = await import('../../prove/run.ts');
  const { spec, overlays, examples, seed } = config;
  const quick = config.suites.filter((name) => name !== 'dredd');
  const suites = quick.length > 0 ? quick : config.suites;
  for await (const event of runMutationTests({ spec, overlays, examples, suites, seed }, signal)) {
    if (event.type !== 'end') continue;
    terminal.out(`${mutationSummary(event.report)}\n`);
    return isPassing(event.report);
  }
  return false;
}

/** Prints what happens as it happens, and gives the report at the end. */
async function follow(
  events: AsyncIterable<RunEvent>,
  terminal: Terminal,
  view: ConsoleOptions,
  listens: () => void,
): Promise<Report> {
  const progress = new Progress();
  const started = performance.now();
  let drawn = 0;
  for await (const event of events) {
    if (event.type === 'start') listens();
    progress.record(event);
    if (event.type === 'result') tuneForLongRun(progress.done);
    const lines = formatEvent(event, progress, view);
    if (lines.length > 0) terminal.out(`${eraser(terminal)}${lines.join('\n')}\n`);
    const now = performance.now();
    if (terminal.columns !== undefined && !view.quiet && now - drawn > 80) {
      drawn = now;
      terminal.out(eraser(terminal) + progressLine(progress, now - started, terminal.columns));
    }
    if (event.type === 'end') {
      terminal.out(eraser(terminal));
      return event.report;
    }
  }
  throw new UsageError('The run ended without a report');
}

function eraser({ columns }: Terminal): string {
  return columns === undefined ? '' : '\r\u001b[K';
}
