import { MockThread } from '../../runner/service/own-mock/mock-thread.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import { resolveArguments } from '../document.ts';
import { configOptions } from '../options/config-options.ts';
import type { ParsedOptions } from '../options/options.ts';
import { SUMMARIES } from './summaries.ts';

/** `contract verify` */
export const verify: Command = {
  name: 'verify',
  summary: SUMMARIES.verify,
  options: configOptions,
  usage: [
    'contract verify [FILE] [URL] [OPTIONS]',
    'contract verify openapi.yaml http://127.0.0.1:8080 --wait 30s',
    "contract verify http://127.0.0.1:8080 --setup 'npm start' --report junit=report.xml",
  ],
  run,
};

/** Loads what a run needs only now, as the thread of the mock does at the same time. */
async function run(unresolved: ParsedOptions, terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  terminal.tune?.('short run');
  const args = resolveArguments(unresolved, configOptions, terminal.env);
  const thread = args.string('target') === undefined ? new MockThread() : undefined;
  try {
    const { runVerify } = await import('./run-verify.ts');
    return await runVerify(args, terminal, signal, thread);
  } finally {
    await thread?.discard();
  }
}
