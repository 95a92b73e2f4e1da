import { didYouMean, InputError, UsageError } from '../core/errors.ts';
import { packageInfo } from '../core/package-info.ts';
import { truncate } from '../core/util/truncate.ts';
import { escapeTerminal } from '../report/text/escape.ts';
import type { Command, ExitCode, Terminal } from './command.ts';
import { SUMMARIES } from './commands/summaries.ts';
import { formatOptionsHelp, parseOptions } from './options/options.ts';

/** Loads a command only if it is run: `show` does not need the modules of `mock`. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  verify: async () => (await import('./commands/verify.ts')).verify,
  check: async () => (await import('./commands/check.ts')).check,
  mock: async () => (await import('./commands/mock.ts')).mock,
  prove: async () => (await import('./commands/prove.ts')).prove,
  merge: async () => (await import('./commands/merge.ts')).merge,
  lint: async () => (await import('./commands/lint.ts')).lint,
  bundle: async () => (await import('./commands/bundle.ts')).bundle,
  types: async () => (await import('./commands/types.ts')).types,
  init: async () => (await import('./commands/init.ts')).init,
  show: async () => (await import('./commands/show.ts')).show,
} satisfies Readonly<Record<keyof typeof SUMMARIES, unknown>>;

/** A name in a document may be as long as the document. */
const MAX_MESSAGE_CHARS = 2000;

const HELP = { help: { type: 'boolean', short: 'h', help: 'print this help' } } as const;

/** Runs the command of a command line to its end; what it throws is written as an error. */
export async function runProgram(argv: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  try {
    return await dispatch(argv, terminal, signal);
  } catch (error) {
    terminal.err(`${escapeTerminal(describeError(error))}\n`);
    return 2;
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
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
  const lines = Object.entries(SUMMARIES).map(([command, summary]) => `  contract ${command.padEnd(8)} ${summary}`);
  const exits =
    'Exit codes: 0 passed; 1 violations found, or an operation is not verified; 2 usage or connection error';
  terminal.out(`Usage:\n${lines.join('\n')}\n\nOptions of a command: contract COMMAND --help\n${exits}\n`);
  return 0;
}

function helpOn(terminal: Terminal, { summary, usage, options, hints }: Command): ExitCode {
  const lines = usage.map((line) => `  ${line}`);
  const optionsHelp = formatOptionsHelp({ ...options, ...HELP });
  const after = hints ? `\n${hints.join('\n')}\n` : '';
  terminal.out(`${summary}\n\nUsage:\n${lines.join('\n')}\n\nOptions:\n${optionsHelp}\n${after}`);
  return 0;
}

function version(terminal: Terminal): ExitCode {
  const { name, version: number } = packageInfo();
  terminal.out(`${name} ${number}\n`);
  return 0;
}

/** Returns one line for an error of the user or the system, and the stack for a bug. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'uv_cwd') return 'The working folder no longer exists';
  const isExpected = error instanceof UsageError || error instanceof InputError || syscall !== undefined;
  return isExpected ? truncate(error.message, MAX_MESSAGE_CHARS) : (error.stack ?? String(error));
}
