import { readFileSync } from 'node:fs';
import { InputError, UsageError } from '../../core/errors.ts';
import type { Report } from '../../core/report.ts';
import { mergeReports, type ShardReport } from '../../report/merge.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import type { ParsedOptions } from '../options.ts';
import { outputOptions } from '../output-options.ts';
import { parseReportOutput, writeReportsAndExitCode } from '../report-output.ts';

/** `contract merge` */
export const merge: Command = {
  name: 'merge',
  summary: 'Merge shard reports into one result',
  options: outputOptions,
  usage: ['contract merge FILE... [OPTIONS]', 'contract merge shard-*.json --report junit=report.xml'],
  run: async (args: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    if (args.positionals.length === 0) throw new UsageError('contract merge needs the JSON reports of all shards');
    const output = parseReportOutput(args);
    // Loaded here, so that help does not wait for the schema of the reports.
    const { readReport } = await import('../../report/json/json.ts');
    const report = mergeReports(args.positionals.map((name) => readShard(name, readReport)));
    const view = {
      color: terminal.color,
      verbose: args.flag('verbose'),
      quiet: args.flag('quiet'),
      secretHeaders: [],
    };
    return writeReportsAndExitCode(report, output, view, terminal);
  },
};

function readShard(name: string, parse: (text: string) => Report): ShardReport {
  let text: string;
  try {
    text = readFileSync(name, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${name}: ${(error as Error).message}`);
  }
  try {
    return { name, report: parse(text) };
  } catch (error) {
    throw error instanceof InputError ? new UsageError(`${name}: ${error.message}`) : error;
  }
}
