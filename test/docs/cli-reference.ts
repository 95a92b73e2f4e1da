import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../../harness/cli/command.ts';
import { configOptions } from '../../harness/cli/options/config-options.ts';
import type { OptionSpec, OptionTable } from '../../harness/cli/options/options.ts';

const FOLDER = join(import.meta.dirname, '../../harness/cli/commands');

/** The order in which a reader needs them; a command that is not listed comes last. */
const ORDER = ['verify', 'mock', 'check', 'prove', 'show', 'lint', 'bundle', 'types', 'merge', 'init'];

/** Every command, found by its file: one that is added needs no entry here to be documented. */
export async function commands(): Promise<Command[]> {
  const files = readdirSync(FOLDER).filter((name) => /(?<!\.d)\.[jt]s$/.test(name));
  const modules = await Promise.all(files.map((name) => import(join(FOLDER, name)) as Promise<object>));
  const found = modules.flatMap((each) => Object.values(each)).filter(isCommand);
  const rank = ({ name }: Command) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

function isCommand(value: unknown): value is Command {
  return typeof value === 'object' && value !== null && 'usage' in value && 'run' in value && 'options' in value;
}

/** The reference of all commands as Markdown, made from the tables that parse the command line. */
export async function cliReference(): Promise<string> {
  return (await commands()).map(section).join('\n\n');
}

function section({ name, summary, usage, options }: Command): string {
  const isConfigurable = options === configOptions;
  const intro = [`## contract ${name}`, `${summary}.`, `\`\`\`sh\n${usage.join('\n')}\n\`\`\``];
  return [...intro, table(options, isConfigurable)].join('\n\n');
}

function table(options: OptionTable, isConfigurable: boolean): string {
  const head = ['option', 'description', ...(isConfigurable ? ['in `contract.yaml`'] : [])];
  const rows = Object.entries(options).map(([name, spec]) => [
    `\`${flag(name, spec)}\``,
    spec.help,
    ...(isConfigurable ? [configForm(name, spec)] : []),
  ]);
  return [head, head.map(() => '---'), ...rows].map(tableRow).join('\n');
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function flag(name: string, { short, value }: OptionSpec): string {
  return `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
}

/** How the option is written in the config file; empty if it is a command-line option only. */
function configForm(name: string, { type, multiple, pairs, setting }: OptionSpec): string {
  if (setting === false) return '';
  if (type === 'boolean') return `\`${name}: true\``;
  if (pairs !== undefined) return `\`${name}\`: a map`;
  return multiple ? `\`${name}\`: a value or a list` : `\`${name}\``;
}
