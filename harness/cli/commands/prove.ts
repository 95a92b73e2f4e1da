import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { isPassing, type MutationEvent, type MutationReport } from '../../prove/report.ts';
import { mutationReportJson } from '../../prove/report-json.ts';
import { formatMutationReport } from '../../prove/report-text.ts';
import { runMutationTests as runProof } from '../../prove/run.ts';
import { resolveOptions, SUITES } from '../../runner/options.ts';
import { type Command, documentOptions, type ExitCode, type Terminal } from '../command.ts';
import type { OptionTable, ParsedOptions } from '../options.ts';

/** Dredd is left out unless asked for: it takes its time for each break, and finds nothing that these do not. */
const DEFAULT_SUITES = ['generated', 'examples'];

const options: OptionTable = {
  ...documentOptions,
  examples: {
    type: 'string',
    multiple: true,
    value: 'PATH',
    help: 'named requests: a file or a folder of them; repeatable (default: fixtures/examples)',
    path: true,
  },
  suite: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: `${SUITES.join(', ')}; repeatable (default: ${DEFAULT_SUITES.join(', ')})`,
  },
  seed: { type: 'string', value: 'NUMBER', help: 'repeat a proof: the seed that it printed' },
  json: { type: 'string', value: 'FILE', help: 'write what was found as JSON' },
};

/** `contract prove`: whether each check can fail, and fails for nothing that is variations. */
export const prove: Command = {
  name: 'prove',
  summary: 'break every clause on purpose, and see that verify notices',
  options,
  usage: ['contract prove [OPTIONS]', 'contract prove --suite dredd --json proof.json'],
  run: proveContract,
};

async function proveContract(args: ParsedOptions, terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  const { spec, overlays, allowRefs, examples, suites, seed } = resolveOptions({
    spec: args.string('spec'),
    overlays: args.strings('overlay'),
    allowRefs: args.strings('allow-refs'),
    examples: args.strings('examples'),
    suites: args.strings('suite')?.flatMap((names) => names.split(',')) ?? DEFAULT_SUITES,
    seed: args.count('seed'),
  });
  const report = await follow(runProof({ spec, overlays, allowRefs, examples, suites, seed }, signal), terminal);
  terminal.out(formatMutationReport(report, terminal.color));
  const file = args.string('json');
  if (file !== undefined) await write(file, mutationReportJson(report));
  return isPassing(report) ? 0 : 1;
}

/** Rewrites one line while it goes on, and tells at once of a break that survives. */
async function follow(events: AsyncIterable<MutationEvent>, terminal: Terminal): Promise<MutationReport> {
  const tried = { mutants: 0, variations: 0, found: 0 };
  let planned = { mutants: 0, variations: 0 };
  let drawn = 0;
  for await (const event of events) {
    if (event.type === 'end') {
      draw(terminal, '');
      return event.report;
    }
    if (event.type === 'start') {
      planned = event.planned;
      terminal.out(`trying ${planned.mutants} mutants and ${planned.variations} variations differences\n`);
    } else {
      const failed = event.type === 'mutant' ? event.result.kills.length === 0 : event.result.falsePositives.length > 0;
      tried[event.type === 'mutant' ? 'mutants' : 'variations']++;
      tried.found += failed ? 1 : 0;
    }
    if (performance.now() - drawn < 80) continue;
    drawn = performance.now();
    const survived = tried.found === 0 ? 'none survived' : `${tried.found} survived or raised an alarm`;
    draw(
      terminal,
      `${tried.mutants}/${planned.mutants} mutants  ${tried.variations}/${planned.variations} variations  ${survived}`,
    );
  }
  throw new UsageError('The proof ended without a result');
}

function draw({ columns, out }: Terminal, text: string): void {
  if (columns !== undefined) out(`\r\u001b[K${text.slice(0, columns - 1)}`);
}

async function write(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`cannot write the proof to ${file}: ${(error as Error).message}`);
  }
}
