import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { verdictCounts } from '../core/case-counts.ts';
import { UsageError } from '../core/errors.ts';
import type { Report, RunVerdict } from '../core/report.ts';
import { makeFolder } from '../core/util/make-folder.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { writeFileAtomically } from '../core/util/write-file.ts';
import { type ConsoleOptions, consoleReport } from '../report/console/console.ts';
import { REPORT_FORMATS, type ReportFormat } from '../report/formats.ts';
import { githubAnnotations } from '../report/github.ts';
import type { RenderOptions } from '../report/render-options.ts';
import { escapeTerminal } from '../report/text/escape.ts';
import { createBaseline, formatBaselineStatus, writeBaseline } from '../runner/baseline.ts';
import type { ExitCode, Terminal } from './command.ts';
import type { ParsedOptions } from './options/options.ts';
import { assertWritable } from './output-files.ts';
import { findRepository } from './repository.ts';

/** Where reports go, in addition to the console. */
export interface ReportOutput {
  readonly reports: readonly { readonly format: ReportFormat; readonly file: string }[];
  readonly baseline: string | undefined;
  /** List every result in the JSON report. */
  readonly full: boolean;
}

/** @throws {UsageError} for an unknown format, or a file that must not be written */
export function parseReportOutput(args: ParsedOptions): ReportOutput {
  const [json, baseline] = [args.string('json'), args.string('write-baseline')];
  const reports = (args.allOf('report') ?? []).map(({ text, from }) => {
    const separator = text.indexOf('=');
    const format = REPORT_FORMATS.find((name) => name === text.slice(0, Math.max(0, separator)));
    const file = text.slice(separator + 1);
    if (format && file) return { format, file };
    throw new UsageError(`${from} takes FORMAT=FILE, not "${text}". Formats: ${REPORT_FORMATS.join(', ')}`);
  });
  assertWritable(
    [
      ...(json === undefined ? [] : [{ file: json, option: '--json' }]),
      ...(baseline === undefined ? [] : [{ file: baseline, option: '--write-baseline' }]),
      ...reports.map(({ format, file }) => ({ file, option: `--report ${format}` })),
    ],
    args,
  );
  return {
    reports: json === undefined ? reports : [{ format: 'json', file: json }, ...reports],
    baseline,
    full: args.flag('full'),
  };
}

const EXIT_CODES: Readonly<Record<RunVerdict, ExitCode>> = { passed: 0, failed: 1, unverified: 1, 'not-run': 2 };

/**
 * Prints the report, then writes the files.
 * @returns the exit code of the verdict; 0 if all violations were written to a baseline; 2 instead of 0 if a file could not be written
 */
export async function writeReportsAndExitCode(
  report: Report,
  output: ReportOutput,
  view: ConsoleOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const baseline = formatBaselineStatus(report);
  if (baseline.length > 0) terminal.out(`${escapeTerminal(baseline.join('\n'))}\n\n`);
  terminal.out(consoleReport(report, view));
  const options: RenderOptions = {
    secretHeaders: view.secretHeaders,
    full: output.full,
    repository: findRepository(terminal.env),
  };
  if (terminal.env['GITHUB_ACTIONS'] === 'true') terminal.out(githubAnnotations(report, options));
  const baselineErrors = writeFindings(report, output, terminal);
  const errors = [...(await writeReports(report, output, options, terminal)), ...baselineErrors];
  for (const error of errors) terminal.err(`${escapeTerminal(error)}\n`);
  const isWritten = output.baseline !== undefined && baselineErrors.length === 0;
  const isUnverified = report.verdict === 'unverified' && verdictCounts(report.suites).error === 0;
  const isAccepted = isWritten && (report.verdict === 'failed' || isUnverified);
  return (isAccepted ? 0 : EXIT_CODES[report.verdict]) || (errors.length > 0 ? 2 : 0);
}

async function writeReports(
  report: Report,
  { reports }: ReportOutput,
  options: RenderOptions,
  { env }: Terminal,
): Promise<string[]> {
  const summary = env['GITHUB_ACTIONS'] === 'true' ? env['GITHUB_STEP_SUMMARY'] : undefined;
  if (reports.length === 0 && !summary) return [];
  // Loaded here, since most runs write no report.
  const { jsonReportParts, renderers } = await import('../report/index.ts');
  const errors: string[] = [];
  const attempt = (format: ReportFormat, file: string, write: () => void) => {
    try {
      write();
    } catch (error) {
      errors.push(`cannot write the ${format} report to ${file}: ${(error as Error).message}`);
    }
  };
  for (const { format, file } of reports)
    attempt(format, file, () =>
      writeFileAtomically(
        file,
        format === 'json' ? jsonReportParts(report, options) : renderers[format](report, options),
      ),
    );
  if (summary) attempt('markdown', summary, () => appendToFile(summary, renderers.markdown(report, options)));
  return errors;
}

function appendToFile(file: string, text: string): void {
  makeFolder(dirname(file));
  appendFileSync(file, text);
}

function writeFindings(report: Report, { baseline }: ReportOutput, terminal: Terminal): string[] {
  if (baseline === undefined) return [];
  const entries = createBaseline(report);
  try {
    writeBaseline(baseline, entries);
    terminal.out(`Wrote ${pluralize(entries.length, 'finding')} to ${baseline}; use it with --baseline ${baseline}\n`);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
