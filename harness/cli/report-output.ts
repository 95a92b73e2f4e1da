import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../core/errors.ts';
import type { Report, RunVerdict } from '../core/report.ts';
import { type ConsoleOptions, consoleReport } from '../report/console/console.ts';
import { githubAnnotations } from '../report/github.ts';
import { renderers } from '../report/index.ts';
import { createBaseline, formatBaselineStatus, writeBaseline } from '../runner/baseline.ts';
import type { ExitCode, Terminal } from './command.ts';
import type { OptionTable, ParsedOptions } from './options.ts';

type Format = keyof typeof renderers;
const FORMATS = Object.keys(renderers) as Format[];

/** What a report is turned into; the same for a run and for what several runs give together. */
export const outputOptions: OptionTable = {
  json: { type: 'string', value: 'FILE', help: 'write the report as JSON', setting: false },
  report: {
    type: 'string',
    multiple: true,
    value: 'FORMAT=FILE',
    help: `write a report: ${FORMATS.join(', ')}; repeatable`,
    pairs: '=',
    names: FORMATS,
    path: true,
  },
  'write-baseline': {
    type: 'string',
    value: 'FILE',
    help: 'write what was found as a baseline to accept; exits 0 when it is written',
    setting: false,
  },
  quiet: { type: 'boolean', short: 'q', help: 'print findings and the verdict alone', setting: false },
  verbose: { type: 'boolean', short: 'v', help: 'print every exchange', setting: false },
};

/** Where a report goes, beside the console. */
export interface ReportOutput {
  readonly reports: readonly { readonly format: Format; readonly file: string }[];
  readonly baseline: string | undefined;
}

/** @throws {UsageError} for a format that is not known */
export function parseReportOutput(args: ParsedOptions): ReportOutput {
  const json = args.string('json');
  const named = (args.allOf('report') ?? []).map(({ text, from }) => {
    const at = text.indexOf('=');
    const format = FORMATS.find((each) => each === text.slice(0, Math.max(0, at)));
    const file = text.slice(at + 1);
    if (format && file) return { format, file };
    throw new UsageError(`${from} takes FORMAT=FILE, not "${text}". Formats: ${FORMATS.join(', ')}`);
  });
  return {
    reports: json === undefined ? named : [{ format: 'json', file: json }, ...named],
    baseline: args.string('write-baseline'),
  };
}

const EXIT: Readonly<Record<RunVerdict, ExitCode>> = { passed: 0, failed: 1, unverified: 1, 'not-run': 2 };

/**
 * Prints the report first, so that it is seen whatever becomes of the files, then writes them.
 * @returns the exit code of the verdict, 0 where all that breaks the contract was written down as accepted; 2 instead of 0 where a file
 * could not be written
 */
export async function writeReportsAndExitCode(
  report: Report,
  output: ReportOutput,
  view: ConsoleOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const baseline = formatBaselineStatus(report);
  if (baseline.length > 0) terminal.out(`${baseline.join('\n')}\n\n`);
  terminal.out(consoleReport(report, view));
  if (terminal.env['GITHUB_ACTIONS'] === 'true') terminal.out(githubAnnotations(report, view));
  const refused = writeAccepted(report, output, terminal);
  const failures = [...(await writeReports(report, output, view, terminal)), ...refused];
  for (const failure of failures) terminal.err(`${failure}\n`);
  const accepted = report.verdict === 'failed' && output.baseline !== undefined && refused.length === 0;
  return (accepted ? 0 : EXIT[report.verdict]) || (failures.length > 0 ? 2 : 0);
}

async function writeReports(
  report: Report,
  { reports }: ReportOutput,
  view: ConsoleOptions,
  { env }: Terminal,
): Promise<string[]> {
  const failures: string[] = [];
  const attempt = async (format: Format, file: string, write: (file: string, text: string) => Promise<void>) => {
    try {
      await mkdir(dirname(file), { recursive: true });
      await write(file, renderers[format](report, view));
    } catch (error) {
      failures.push(`cannot write the ${format} report to ${file}: ${(error as Error).message}`);
    }
  };
  for (const { format, file } of reports) await attempt(format, file, writeFile);
  const summary = env['GITHUB_ACTIONS'] === 'true' ? env['GITHUB_STEP_SUMMARY'] : undefined;
  if (summary) await attempt('markdown', summary, appendFile);
  return failures;
}

function writeAccepted(report: Report, { baseline }: ReportOutput, terminal: Terminal): string[] {
  if (baseline === undefined) return [];
  const entries = createBaseline(report);
  try {
    writeBaseline(baseline, entries);
    terminal.out(`wrote ${entries.length} findings to ${baseline}; accept them with --baseline ${baseline}\n`);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
