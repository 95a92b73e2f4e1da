import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { InputError, UsageError } from '../core/errors.ts';
import type { Report } from '../core/report.ts';
import { makeFolder } from '../core/util/make-folder.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { writeFileAtomically } from '../core/util/write-file.ts';
import { escapeTerminal } from '../report/text/escape.ts';
import type { RunConfig } from '../runner/settings/options.ts';
import { failedCases } from '../runner/settings/repetition.ts';
import type { Terminal } from './command.ts';
import { findConfigFile } from './config-file.ts';
import type { ParsedOptions } from './options/options.ts';

/** Beside contract.yaml, else in the working folder. */
const FOLDER = '.contract';
const VERSION = 1;

const count = z.int().min(0);

const lastRun = z.strictObject({
  version: z.literal(VERSION),
  spec: z.string(),
  seed: count,
  runs: count,
  cases: z.array(z.strictObject({ suite: z.string(), operation: z.string(), case: z.string() })),
  operations: z.array(z.string()),
});

/** What failed in the last run, and what its requests were made from. */
export type LastRun = z.output<typeof lastRun>;

/** Returns the path of the file that has what failed in the last run. */
function lastRunFile(args: ParsedOptions): string {
  const config = args.string('config') ?? findConfigFile();
  return join(config === undefined ? '' : dirname(config), FOLDER, 'last-run.json');
}

/**
 * Returns what `--last-failed` repeats, and says so.
 * @returns undefined without the option, and if nothing failed: then the whole contract is tested
 * @throws {UsageError} for a last run of another document
 * @throws {InputError} for a file that is something else
 */
export function lastFailed(args: ParsedOptions, spec: string, { out }: Terminal): LastRun | undefined {
  if (!args.flag('last-failed')) return undefined;
  const file = lastRunFile(args);
  const last = readLastRun(file);
  const say = (line: string) => (args.flag('quiet') ? undefined : out(`${escapeTerminal(line)}\n`));
  if (!last) say(`${file} has no failed case: testing the whole contract`);
  if (!last) return undefined;
  const document = documentFrom(file, last.spec);
  if (document !== relative('', spec))
    throw new UsageError(`the last run that failed was of ${document}, not of ${spec}: verify without --last-failed`);
  const whole = last.operations.length > 0 ? ` and ${pluralize(last.operations.length, 'whole operation')}` : '';
  say(`Repeating ${pluralize(last.cases.length, 'case')}${whole} from ${file}`);
  return last;
}

function readLastRun(file: string): LastRun | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return lastRun.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? error.issues[0]?.message : (error as Error).message;
    throw new InputError(`${file} cannot be read (${why}): delete it, and verify without --last-failed`);
  }
}

/**
 * Remembers what failed, or that nothing did. A run that sent nothing, or only some of what it was to repeat, changes nothing.
 * @returns why it could not be stored
 */
export function storeLastRun(args: ParsedOptions, report: Report, config: RunConfig): string | undefined {
  if (report.verdict === 'not-run' || report.repeated?.open || config.shard) return undefined;
  const file = lastRunFile(args);
  try {
    store(file, report, config.randomCases);
  } catch (error) {
    return `${file} could not be written for --last-failed: ${(error as Error).message}`;
  }
  return undefined;
}

function store(file: string, report: Report, runs: number): void {
  const { cases, operations } = failedCases(report);
  const { spec, seed } = report;
  const isClean = cases.length + operations.length === 0;
  if (isClean) {
    rmSync(file, { force: true });
    return;
  }
  const folder = dirname(file);
  makeFolder(folder);
  // Git ignores the whole folder.
  writeFileSync(join(folder, '.gitignore'), '*\n');
  const document = relative(dirname(folder), spec.file);
  const run: LastRun = { version: VERSION, spec: document, seed, runs, cases: [...cases], operations: [...operations] };
  writeFileAtomically(file, `${JSON.stringify(run, null, 1)}\n`);
}

/** The path, from the working folder, of a document that is named from the folder that holds `.contract`. */
function documentFrom(file: string, document: string): string {
  return relative('', resolve(dirname(dirname(file)), document));
}
