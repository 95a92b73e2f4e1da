#!/usr/bin/env node
import * as nodeModule from 'node:module';
import type { Command, ExitCode, Terminal } from './cli/command.ts';
import { formatOptionsHelp, parseOptions } from './cli/options.ts';
import { didYouMean, InputError, UsageError } from './core/errors.ts';
import { packageInfo } from './core/package-info.ts';

/** Loaded when asked for: `show` should not wait for what `mock` needs. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  verify: async () => (await import('./cli/commands/verify.ts')).verify,
  mock: async () => (await import('./cli/commands/mock.ts')).mock,
  prove: async () => (await import('./cli/commands/prove.ts')).prove,
  merge: async () => (await import('./cli/commands/merge.ts')).merge,
  lint: async () => (await import('./cli/commands/lint.ts')).lint,
  init: async () => (await import('./cli/commands/init.ts')).init,
  show: async () => (await import('./cli/commands/show.ts')).show,
};

const HELP = { help: { type: 'boolean', short: 'h', help: 'print this help' } } as const;

async function main(argv: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return help(terminal, rest[0]);
  if (name === '--version' || name === '-V') return version(terminal);
  const command = await loadCommand(name);
  const args = parseOptions(rest, { ...command.options, ...HELP });
  if (args.flag('help')) return helpOn(terminal, command);
  return command.run(args, terminal, signal);
}

async function loadCommand(name: string): Promise<Command> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load) return load();
  const names = Object.keys(COMMANDS);
  const guess = didYouMean(name, names);
  throw new UsageError(
    `Unknown command "${name}".${guess ? ` Did you mean ${guess}?` : ''} Commands: ${names.join(', ')}`,
  );
}

async function help(terminal: Terminal, name: string | undefined): Promise<ExitCode> {
  if (name !== undefined) return helpOn(terminal, await loadCommand(name));
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const lines = commands.map((command) => `  contract ${command.name.padEnd(8)} ${command.summary}`);
  const exits = 'Exit codes: 0 the contract is kept; 1 it is broken or unproven; 2 could not run';
  terminal.out(`Usage:\n${lines.join('\n')}\n\nOptions of a command: contract COMMAND --help\n${exits}\n`);
  return 0;
}

function helpOn(terminal: Terminal, { summary, usage, options }: Command): ExitCode {
  const lines = usage.map((line) => `  ${line}`);
  terminal.out(
    `${summary}\n\nUsage:\n${lines.join('\n')}\n\nOptions:\n${formatOptionsHelp({ ...options, ...HELP })}\n`,
  );
  return 0;
}

function version(terminal: Terminal): ExitCode {
  const { name, version: number } = packageInfo();
  terminal.out(`${name} ${number}\n`);
  return 0;
}

/** NO_COLOR (no-color.org) wins over FORCE_COLOR, that over whether there is a terminal. */
function wantsColour(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return FORCE_COLOR !== undefined ? FORCE_COLOR !== '0' : process.stdout.isTTY === true;
}

const terminal: Terminal = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  color: wantsColour(),
  // A terminal that was given no size says 0.
  columns: process.stdout.isTTY ? process.stdout.columns || 80 : undefined,
  env: process.env,
};

/** The first signal lets the command end in order, the second ends it at once. */
function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const [name, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(code);
      controller.abort();
    });
  return controller.signal;
}

// Nobody reads any more, or the disk is full: what cannot be told must not pass for success.
process.stdout.on('error', () => process.exit(2));

// What V8 made of the sources is kept for the next run where Node can do that, from 22.1 on.
(nodeModule as { enableCompileCache?(): unknown }).enableCompileCache?.();

try {
  process.exitCode = await main(process.argv.slice(2), terminal, stopOnSignals());
} catch (error) {
  const expected = error instanceof UsageError || error instanceof InputError;
  terminal.err(`${expected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 2;
}
