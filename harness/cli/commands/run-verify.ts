import { DREDD } from '../../core/check-ids.ts';
import { UsageError } from '../../core/errors.ts';
import { redactError } from '../../core/secrets/redact-error.ts';
import { isPassing, mutationSummary } from '../../prove/report.ts';
import type { ConsoleOptions } from '../../report/console/console.ts';
import { escapeTerminal } from '../../report/text/escape.ts';
import { prepareRun } from '../../runner/prepare-run.ts';
import { run } from '../../runner/run.ts';
import type { MockThread } from '../../runner/service/own-mock/mock-thread.ts';
import type { RunConfig } from '../../runner/settings/options.ts';
import type { ExitCode, Terminal } from '../command.ts';
import { documentOf } from '../document.ts';
import { lastFailed, storeLastRun } from '../last-run.ts';
import { loadHooks } from '../modules/load-hooks.ts';
import type { ParsedOptions } from '../options/options.ts';
import { followRun, redactEvents } from '../process/follow-run.ts';
import { withServiceLifecycle } from '../process/service-lifecycle.ts';
import { parseReportOutput, writeReportsAndExitCode } from '../report-output.ts';
import { secretsOfRun } from '../run-secrets.ts';
import { parseRunConfig, serviceCommandsOf } from './verify-options.ts';

/**
 * Verifies the target, or the mock.
 * @param thread for the mock
 */
export async function runVerify(
  args: ParsedOptions,
  terminal: Terminal,
  signal: AbortSignal,
  thread: MockThread | undefined,
): Promise<ExitCode> {
  const last = lastFailed(args, documentOf(args, 'verify'), terminal);
  const config: RunConfig = {
    ...parseRunConfig(args, terminal.env, last),
    soundDocument: last?.sound,
    hooks: await loadHooks(args),
  };
  const output = parseReportOutput(args);
  if (output.baseline !== undefined && config.shard)
    throw new UsageError('--write-baseline needs the whole run: pass it to `contract merge`, not to a shard');
  if (output.baseline !== undefined && config.only)
    throw new UsageError('--write-baseline needs the whole run: verify without --last-failed');
  const view: ConsoleOptions = {
    color: terminal.color,
    verbose: args.flag('verbose'),
    quiet: args.flag('quiet'),
    secretHeaders: [...config.headers.map(([name]) => name), ...(args.strings('secret-header') ?? [])],
  };
  const secrets = secretsOfRun(args, config);
  let code: ExitCode | undefined;
  try {
    const service = serviceCommandsOf(args);
    const hasCommands = service.setup !== undefined || service.teardown !== undefined;
    // This cannot be interrupted; until the service is started, a signal ends the process at once.
    const prepared = await prepareRun(config, thread);
    if (hasCommands) terminal.handleSignals?.();
    await withServiceLifecycle(service, signal, async ({ stop, onReachable, restart }) => {
      const events = redactEvents(run(config, stop, { prepared, restart }), view, secrets);
      const { report, failure } = await followRun(events, terminal, view, onReachable);
      code = await writeReportsAndExitCode(report, output, view, terminal);
      const problem = storeLastRun(args, report, config, prepared);
      if (problem !== undefined) terminal.err(`${escapeTerminal(problem)}\n`);
      if (failure !== undefined) throw failure;
      if (stop.aborted) code ||= 1;
      if (args.flag('prove') && !(await passesMutationTests(config, terminal, stop))) code ||= 1;
    });
  } catch (error) {
    throw redactError(error, secrets);
  }
  return code ?? 2;
}

/** Mutation-tests the checks with the suites and examples of the run, and prints one line. */
async function passesMutationTests(config: RunConfig, terminal: Terminal, signal: AbortSignal): Promise<boolean> {
  const { runMutationTests } = await import('../../prove/run.ts');
  const { spec, overlays, allowRefs, examples, seed, maxTimeMs } = config;
  const quick = config.suites.filter((name) => name !== DREDD);
  const suites = quick.length > 0 ? quick : config.suites;
  for await (const event of runMutationTests(
    { spec, overlays, allowRefs, examples, suites, seed, maxTimeMs },
    signal,
  )) {
    if (event.type !== 'end') continue;
    terminal.out(`${escapeTerminal(mutationSummary(event.report))}\n`);
    return isPassing(event.report);
  }
  return false;
}
