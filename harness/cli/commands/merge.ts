import { readFileSync } from 'node:fs';
import { InputError, UsageError } from '../../core/errors.ts';
import { readReport } from '../../report/json/json.ts';
import { mergeReports, type ShardReport } from '../../report/merge.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import type { OptionTable, ParsedOptions } from '../options.ts';
import { outputOptions, parseReportOutput, writeReportsAndExitCode } from '../report-output.ts';

const options: OptionTable = outputOptions;

/** `contract merge`: the one verdict of all shards of a run. */
export const merge: Command = {
  name: 'merge',
  summary: 'join the JSON reports of all shards into the one verdict of the whole run',
  options,
  usage: ['contract merge FILE... [OPTIONS]', 'contract merge shard-*.json --report junit=report.xml'],
  run: async (args: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    if (args.positionals.length === 0) throw new UsageError('contract merge needs the JSON reports of all shards');
    const output = parseReportOutput(args);
    const report = mergeReports(args.positionals.map(readShard));
    const view = {
      color: terminal.color,
      verbose: args.flag('verbose'),
      quiet: args.flag('quiet'),
      secretHeaders: [],
    };
    return writeReportsAndExitCode(report, output, view, terminal);
  },
};

function readShard(name: string): ShardReport {
  let text: string;
  try {
    text = readFileSync(name, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${name}: ${(error as Error).message}`);
  }
  try {
    return { name, report: readReport(text) };
  } catch (error) {
    throw error instanceof InputError ? new UsageError(`${name}: ${error.message}`) : error;
  }
}
