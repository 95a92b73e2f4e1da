import { writeFile } from 'node:fs/promises';
import type { Arguments, OptionTable } from '../arguments.ts';
import { type VerifyConfig, widen } from '../config.ts';
import { UsageError } from '../errors.ts';
import type { Report, RunEvent, RunVerdict } from '../model.ts';
import { type ConsoleOptions, consoleReport, eventLines, liveLine } from '../report/console.ts';
import { renderers } from '../report/index.ts';
import { Progress } from '../report/progress.ts';
import { run } from '../run.ts';
import { type Command, documentOptions, type ExitCode, type Terminal } from './command.ts';

const options: OptionTable = {
  target: { type: 'string', short: 't', value: 'URL', help: 'the service to verify (default: the mock is started)' },
  ...documentOptions,
  examples: { type: 'string', multiple: true, value: 'PATH', help: 'a file or folder of named requests; repeatable' },
  suite: {
    type: 'string',
    multiple: true,
    short: 's',
    value: 'NAME',
    help: 'examples, generated or dredd; repeatable (default: all)',
  },
  operation: {
    type: 'string',
    multiple: true,
    value: 'ID',
    help: "an operationId or 'METHOD /path'; repeatable (default: all)",
  },
  header: {
    type: 'string',
    multiple: true,
    short: 'H',
    value: "'NAME: VALUE'",
    help: 'a header to send with every request; repeatable',
  },
  timeout: { type: 'string', value: 'TIME', help: 'how long an answer may take (default: 10s)' },
  wait: { type: 'string', value: 'TIME', help: 'keep trying until the target listens, e.g. 30s' },
  seed: { type: 'string', value: 'NUMBER', help: 'repeat a run: the seed that it printed' },
  runs: { type: 'string', value: 'NUMBER', help: 'random requests for each operation and intent (default: 50)' },
  concurrency: { type: 'string', value: 'NUMBER', help: 'requests under way at once (default: 8)' },
  'max-time': { type: 'string', value: 'TIME', help: 'send nothing more after this time, and say what was left out' },
  json: { type: 'string', value: 'FILE', help: 'write the report as JSON' },
  report: {
    type: 'string',
    multiple: true,
    value: 'FORMAT=FILE',
    help: `write a report: ${Object.keys(renderers).join(', ')}; repeatable`,
  },
  quiet: { type: 'boolean', short: 'q', help: 'print findings and the verdict alone' },
  verbose: { type: 'boolean', short: 'v', help: 'print every exchange' },
};

/** `contract verify`: whether a service keeps the contract. */
export const verify: Command = {
  name: 'verify',
  summary: 'check that a service, or the mock, keeps the contract',
  options,
  usage: ['contract verify [--target URL] [OPTIONS]', 'contract verify --target http://127.0.0.1:8080 --wait 30s'],
  run: runVerify,
};

const EXIT: Readonly<Record<RunVerdict, ExitCode>> = { kept: 0, broken: 1, unproven: 1, 'not-run': 2 };

async function runVerify(args: Arguments, terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  const config = readConfig(args);
  const files = reportFiles(args);
  const view: ConsoleOptions = {
    colour: terminal.colour,
    verbose: args.flag('verbose'),
    quiet: args.flag('quiet'),
    secretHeaders: config.headers.map(([name]) => name),
  };
  const report = await follow(run(config, signal), terminal, view);
  terminal.out(consoleReport(report, view));
  await writeReports(report, files, view.secretHeaders);
  return signal.aborted && report.verdict === 'kept' ? 1 : EXIT[report.verdict];
}

/** Prints what happens as it happens, and gives the report at the end. */
async function follow(events: AsyncIterable<RunEvent>, terminal: Terminal, view: ConsoleOptions): Promise<Report> {
  const progress = new Progress();
  const started = performance.now();
  let drawn = 0;
  for await (const event of events) {
    progress.record(event);
    const lines = eventLines(event, progress, view);
    if (lines.length > 0) terminal.out(`${eraser(terminal)}${lines.join('\n')}\n`);
    const now = performance.now();
    if (terminal.columns !== undefined && !view.quiet && now - drawn > 80) {
      drawn = now;
      terminal.out(eraser(terminal) + liveLine(progress, now - started, terminal.columns));
    }
    if (event.type === 'end') {
      terminal.out(eraser(terminal));
      return event.report;
    }
  }
  throw new UsageError('The run ended without a report');
}

function eraser({ columns }: Terminal): string {
  return columns === undefined ? '' : '\r\u001b[K';
}

function readConfig(args: Arguments): VerifyConfig {
  return widen({
    spec: args.text('spec'),
    overlays: args.texts('overlay'),
    target: args.text('target') ?? args.positionals[0],
    examples: args.texts('examples'),
    suites: args.texts('suite')?.flatMap((names) => names.split(',')),
    operations: args.texts('operation'),
    headers: args.texts('header')?.map(readHeader),
    timeout: args.duration('timeout'),
    wait: args.duration('wait'),
    seed: args.count('seed'),
    runs: args.count('runs'),
    concurrency: args.count('concurrency'),
    maxTime: args.duration('max-time'),
  });
}

function readHeader(text: string): [name: string, value: string] {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*?)\s*$/.exec(text);
  if (match) return [match[1] ?? '', match[2] ?? ''];
  throw new UsageError(`--header takes 'Name: value', not "${text}"`);
}

interface ReportFile {
  readonly format: keyof typeof renderers;
  readonly file: string;
}

function reportFiles(args: Arguments): ReportFile[] {
  const json = args.text('json');
  const named = (args.texts('report') ?? []).map((text): ReportFile => {
    const [name = '', file = ''] = split(text, '=');
    const format = (Object.keys(renderers) as (keyof typeof renderers)[]).find((each) => each === name);
    if (format && file) return { format, file };
    throw new UsageError(`--report takes FORMAT=FILE, not "${text}". Formats: ${Object.keys(renderers).join(', ')}`);
  });
  return json === undefined ? named : [{ format: 'json', file: json }, ...named];
}

function split(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

async function writeReports(
  report: Report,
  files: readonly ReportFile[],
  secretHeaders: readonly string[],
): Promise<void> {
  for (const { format, file } of files) {
    try {
      await writeFile(file, renderers[format](report, { secretHeaders }));
    } catch (error) {
      throw new UsageError(`cannot write the ${format} report to ${file}: ${(error as Error).message}`);
    }
  }
}
