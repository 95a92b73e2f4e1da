import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { InputError, UsageError } from '../core/errors.ts';
import type { CaseSelection, Report } from '../core/report.ts';
import { makeFolder } from '../core/util/make-folder.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { writeFileAtomically } from '../core/util/write-file.ts';
import { documentDigest } from '../openapi/lint/document-digest.ts';
import { escapeTerminal } from '../report/text/escape.ts';
import type { PreparedRun } from '../runner/prepare-run.ts';
import type { RunConfig } from '../runner/settings/options.ts';
import { failedCases } from '../runner/settings/repetition.ts';
import type { Terminal } from './command.ts';
import { findConfigFile } from './config-file.ts';
import type { ParsedOptions } from './options/options.ts';

/** Beside contract.yaml, else in the working folder. */
const FOLDER = '.contract';
const VERSION = 1;

/** What failed in the last run, and what its requests were made from. */
export interface LastRun extends CaseSelection {
  readonly version: typeof VERSION;
  readonly spec: string;
  readonly seed: number;
  readonly runs: number;
  /** Digest of the document, if it was linted and has no errors. */
  readonly sound?: string;
}

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
    const last: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isLastRun(last)) return last;
    throw new TypeError('it is not what this version writes');
  } catch (error) {
    throw new InputError(
      `${file} cannot be read (${(error as Error).message}): delete it, and verify without --last-failed`,
    );
  }
}

const isText = (value: unknown) => typeof value === 'string';
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** By hand, because loading a library for it takes longer than the rest. */
function isLastRun(value: unknown): value is LastRun {
  if (typeof value !== 'object' || value === null) return false;
  const { version, spec, seed, runs, cases, operations, sound = '' } = value as Record<keyof LastRun, unknown>;
  return (
    version === VERSION &&
    [spec, sound].every(isText) &&
    [seed, runs].every(isCount) &&
    Array.isArray(operations) &&
    operations.every(isText) &&
    Array.isArray(cases) &&
    cases.every((each) => [each?.suite, each?.operation, each?.case].every(isText))
  );
}

/**
 * Remembers what failed, or that nothing did. A run that sent nothing, or only some of what it was to repeat, changes nothing.
 * @returns why it could not be stored
 */
export function storeLastRun(
  args: ParsedOptions,
  report: Report,
  config: RunConfig,
  prepared: PreparedRun,
): string | undefined {
  if (report.verdict === 'not-run' || report.repeated?.open || config.shard) return undefined;
  const file = lastRunFile(args);
  try {
    store(file, report, config.randomCases, prepared);
  } catch (error) {
    return `${file} could not be written for --last-failed: ${(error as Error).message}`;
  }
  return undefined;
}

function store(file: string, report: Report, runs: number, { isSound, contract }: PreparedRun): void {
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
  const sound = isSound ? { sound: documentDigest(contract) } : {};
  const run: LastRun = { version: VERSION, spec: document, seed, runs, ...sound, cases, operations };
  writeFileAtomically(file, `${JSON.stringify(run, null, 1)}\n`);
}

/** The path, from the working folder, of a document that is named from the folder that holds `.contract`. */
function documentFrom(file: string, document: string): string {
  return relative('', resolve(dirname(dirname(file)), document));
}
