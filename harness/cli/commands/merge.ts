import { UsageError } from '../../core/errors.ts';
import { mergeReports, type ShardReport } from '../../report/merge.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import type { ParsedOptions } from '../options/options.ts';
import { outputOptions } from '../options/output-options.ts';
import { readReportFile } from '../read-report-file.ts';
import { parseReportOutput, writeReportsAndExitCode } from '../report-output.ts';
import { SUMMARIES } from './summaries.ts';

/** `contract merge` */
export const merge: Command = {
  name: 'merge',
  summary: SUMMARIES.merge,
  options: outputOptions,
  usage: ['contract merge FILE... [OPTIONS]', 'contract merge shard-*.json --report junit=report.xml'],
  run: async (args: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    if (args.positionals.length === 0) throw new UsageError('contract merge needs the JSON reports of all shards');
    const output = parseReportOutput(args);
    const report = mergeReports(await Promise.all(args.positionals.map(readShard)));
    const view = {
      color: terminal.color,
      verbose: args.flag('verbose'),
      quiet: args.flag('quiet'),
      secretHeaders: [],
    };
    return writeReportsAndExitCode(report, output, view, terminal);
  },
};

async function readShard(name: string): Promise<ShardReport> {
  return { name, report: await readReportFile(name) };
}
