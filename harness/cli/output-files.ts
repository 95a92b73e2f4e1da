import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../core/errors.ts';
import { fileKind } from '../core/util/regular-file.ts';
import { findDocument } from '../openapi/find-document.ts';
import { findConfigFile } from './config-file.ts';
import type { ParsedOptions } from './options/options.ts';

/** Options that name a file to read. */
const INPUTS = [
  ...['spec', 'overlay', 'config', 'examples', 'baseline', 'cert', 'key', 'ca', 'hooks'],
  ...['seed-data', 'handlers', 'https-cert', 'https-key'],
];

/** The path that serves a document of the mock: `shop.yaml=/shop`. */
const MOUNT = /=\/.*$/;

/** A file to write, and the option that names it. */
interface OutputFile {
  readonly file: string;
  readonly option: string;
}

/**
 * Rejects files to write that are folders, that are written twice, or that the command reads: it would destroy them. A device may be
 * written twice, and a baseline be renewed.
 * @throws {UsageError} with the option
 */
export function assertWritable(outputs: readonly OutputFile[], args: ParsedOptions): void {
  const read = new Map(inputsOf(args).map(([file, what]) => [identityOf(file), what]));
  const written = new Map<string, string>();
  for (const { file, option } of outputs) {
    const kind = fileKind(file);
    if (kind === 'folder') throw new UsageError(`${option}: ${file} is a folder. Name a file in it.`);
    if (kind === 'special') continue;
    const identity = identityOf(file);
    const input = read.get(identity);
    if (input !== undefined && !(input === '--baseline' && option === '--write-baseline'))
      throw new UsageError(`${option} would overwrite ${file}, which is read (${input}). Choose another name.`);
    const other = written.get(identity);
    if (other !== undefined) throw new UsageError(`${other} and ${option} both write ${file}. Choose another name.`);
    written.set(identity, option);
  }
}

function inputsOf(args: ParsedOptions): (readonly [file: string, what: string])[] {
  const named = INPUTS.flatMap((name) =>
    (args.strings(name) ?? []).flatMap((file) =>
      [file, file.replace(MOUNT, '')].map((path) => [path, `--${name}`] as const),
    ),
  );
  const found = [args.string('spec') ?? findDocument(), args.string('config') ?? findConfigFile(), ...args.positionals];
  return [...found.filter((file) => file !== undefined).map((file) => [file, 'an input'] as const), ...named];
}

/** The same for every path that leads to a file, also by links, and if it does not exist yet. */
function identityOf(file: string): string {
  const path = resolve(file);
  if (fileKind(path)) return realpathSync(path);
  return path === dirname(path) ? path : join(identityOf(dirname(path)), basename(path));
}
