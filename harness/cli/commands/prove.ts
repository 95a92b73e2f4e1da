import { UsageError } from '../../core/errors.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { writeFileAtomically } from '../../core/util/write-file.ts';
import { isPassing, type MutationEvent, type MutationReport } from '../../prove/report.ts';
import { mutationReportJson } from '../../prove/report-json.ts';
import { formatMutationReport } from '../../prove/report-text.ts';
import { runMutationTests } from '../../prove/run.ts';
import { escapeStyled, escapeTerminal } from '../../report/text/escape.ts';
import { resolveOptions } from '../../runner/settings/options.ts';
import { SUITES } from '../../runner/settings/suite-names.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import { documentOf, resolveArguments } from '../document.ts';
import { examplesOption } from '../options/config-options.ts';
import { documentOptions } from '../options/document-options.ts';
import type { OptionTable, ParsedOptions } from '../options/options.ts';
import { assertWritable } from '../output-files.ts';
import { SUMMARIES } from './summaries.ts';

/** Without Dredd, which is slow for each mutant and kills no more of them. */
const DEFAULT_SUITES = ['generated', 'examples'];

const REDRAW_MS = 80;

const options: OptionTable = {
  ...documentOptions,
  ...examplesOption,
  suite: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: `${SUITES.join(', ')}, or all; repeatable (default: ${DEFAULT_SUITES.join(', ')})`,
  },
  seed: { type: 'string', value: 'SEED', help: 'seed of random requests, or random for a new one (default: 1)' },
  'max-time': { type: 'string', value: 'TIME', help: 'stop after this time, planning included' },
  json: { type: 'string', value: 'FILE', help: 'write the mutation report as JSON' },
};

/** `contract prove` */
export const prove: Command = {
  name: 'prove',
  summary: SUMMARIES.prove,
  options,
  usage: ['contract prove [FILE] [OPTIONS]', 'contract prove openapi.yaml --suite dredd --json mutation-report.json'],
  run: proveContract,
};

/** The options that are taken from the config file. */
const SETTINGS = ['spec', 'overlay', 'examples', 'seed'];

async function proveContract(unresolved: ParsedOptions, terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  const args = resolveArguments(unresolved, options, terminal.env, SETTINGS);
  documentOf(args, 'prove');
  const { spec, overlays, allowRefs, examples, suites, seed } = resolveOptions({
    spec: args.string('spec'),
    overlays: args.strings('overlay'),
    allowRefs: args.strings('allow-refs'),
    examples: args.strings('examples'),
    suites: args.strings('suite')?.flatMap((names) => names.split(',')) ?? DEFAULT_SUITES,
    seed: args.seed('seed'),
  });
  const maxTimeMs = args.timeLimit('max-time');
  const file = args.string('json');
  if (file !== undefined) assertWritable([{ file, option: '--json' }], args);
  terminal.tune?.('long run');
  const report = await follow(
    runMutationTests({ spec, overlays, allowRefs, examples, suites, seed, maxTimeMs }, signal),
    terminal,
  );
  const text = formatMutationReport(report, terminal.color);
  terminal.out(terminal.color ? escapeStyled(text) : escapeTerminal(text));
  if (file !== undefined) write(file, mutationReportJson(report));
  return isPassing(report) ? 0 : 1;
}

/** Rewrites one line of progress on a terminal, and returns the report. */
async function follow(events: AsyncIterable<MutationEvent>, terminal: Terminal): Promise<MutationReport> {
  const done = { mutants: 0, variations: 0, found: 0 };
  const planned = { mutants: 0, variations: 0 };
  let drawnAt = 0;
  for await (const event of events) {
    if (event.type === 'end') {
      draw(terminal, '');
      return event.report;
    }
    if (event.type === 'start') {
      terminal.handleSignals?.();
      planned.mutants += event.planned.mutants;
      planned.variations += event.planned.variations;
      terminal.out(`${startLine(event)}\n`);
    } else {
      const failed = event.type === 'mutant' ? event.result.kills.length === 0 : event.result.falsePositives.length > 0;
      done[event.type === 'mutant' ? 'mutants' : 'variations']++;
      done.found += failed ? 1 : 0;
    }
    if (performance.now() - drawnAt < REDRAW_MS) continue;
    drawnAt = performance.now();
    const survived = done.found === 0 ? 'none survived' : `${done.found} survived or false positive`;
    draw(
      terminal,
      `${done.mutants}/${planned.mutants} mutants  ${done.variations}/${planned.variations} variations  ${survived}`,
    );
  }
  throw new UsageError('The mutation tests ended without a report');
}

function startLine({ planned, operations, of }: Extract<MutationEvent, { type: 'start' }>): string {
  const counts = `${pluralize(planned.mutants, 'mutant')} and ${pluralize(planned.variations, 'conforming variation')}`;
  return `Running ${counts}${operations < of ? ` of ${operations} of ${of} operations` : ''}`;
}

function draw({ columns, out }: Terminal, text: string): void {
  if (columns !== undefined) out(`\r\u001b[K${text.slice(0, columns - 1)}`);
}

function write(file: string, text: string): void {
  try {
    writeFileAtomically(file, text);
  } catch (error) {
    throw new UsageError(`cannot write the mutation report to ${file}: ${(error as Error).message}`);
  }
}
