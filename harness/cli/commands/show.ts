import { formatLocation } from '../../core/errors.ts';
import type { Operation, SourceLocation } from '../../core/model.ts';
import type { Report } from '../../core/report.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import type { Contract } from '../../openapi/contract.ts';
import { readCorrections } from '../../openapi/resources/corrections/corrections.ts';
import { resourceModel } from '../../openapi/resources/infer.ts';
import type { ResourceModel } from '../../openapi/resources/model.ts';
import { unreadParts } from '../../openapi/unread.ts';
import { escapeTerminal, oneLine } from '../../report/text/escape.ts';
import { selectOperations } from '../../runner/settings/select-operations.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import { loadDocument, resolveArguments } from '../document.ts';
import { formatResources } from '../format-resources.ts';
import { documentOptions } from '../options/document-options.ts';
import type { OptionTable, ParsedOptions } from '../options/options.ts';
import { readReportFile } from '../read-report-file.ts';
import { SUMMARIES } from './summaries.ts';

const options: OptionTable = {
  ...documentOptions,
  include: {
    type: 'string',
    multiple: true,
    value: 'SELECTOR',
    help: "list only the clauses of these operations: operationId, METHOD, /path/*, 'METHOD /path' or tag:NAME; repeatable",
    setting: false,
  },
  operation: { type: 'string', value: 'ID', help: 'list only the clauses of this operation', setting: false },
  learned: {
    type: 'string',
    value: 'REPORT',
    help: 'print what a run has learned of the service, from its JSON report, as settings of contract.yaml',
    setting: false,
  },
};

/** `contract show` */
export const show: Command = {
  name: 'show',
  summary: SUMMARIES.show,
  options,
  usage: [
    'contract show [FILE] [OPTIONS]',
    'contract show openapi.yaml --operation createPet',
    'contract show --learned report.json',
  ],
  run: async (unresolved: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    terminal.tune?.('reading');
    const learned = unresolved.string('learned');
    if (learned !== undefined) {
      terminal.out(formatLearned(await readReportFile(learned)));
      return 0;
    }
    const args = resolveArguments(unresolved, options, terminal.env, SETTINGS);
    const contract = loadDocument(args, 'show');
    const operation = args.string('operation');
    const include = [...(args.strings('include') ?? []), ...(operation === undefined ? [] : [operation])];
    if (include.length > 0) {
      const selected = selectOperations(contract, { include, exclude: [], safeMethodsOnly: false });
      printBlocks(operationBlocks(contract, selected), terminal);
      return 0;
    }
    const resources = resourceModel(contract, readCorrections(args.section('resources') ?? {}));
    printBlocks(contractBlocks(contract, resources), terminal);
    return 0;
  },
};

/** The settings that are taken from the config file. */
const SETTINGS = [...Object.keys(documentOptions), 'resources'];

/** Settings that save the next run what this one found out. */
function formatLearned({ operations }: Report): string {
  const learned = operations.filter(({ unique = [] }) => unique.length > 0);
  const names = [...new Set(learned.flatMap(({ unique = [] }) => unique))];
  if (names.length === 0) return 'Nothing was learned.\n';
  const reasons = learned.map(({ id, unique = [] }) => `# ${oneLine(`${id}: ${unique.join(', ')} (409 responses)`)}`);
  return `${[...reasons, `unique: [${names.map((name) => JSON.stringify(name)).join(', ')}]`].join('\n')}\n`;
}

/** Prints each block as soon as it is made: those of a large document have a hundred megabytes. */
function printBlocks(blocks: Iterable<string>, { out }: Terminal): void {
  let separator = '';
  for (const block of blocks) {
    out(`${separator}${block}\n`);
    separator = '\n';
  }
}

function* contractBlocks(contract: Contract, resources: ResourceModel): Generator<string> {
  const { operations, unspecified } = contract;
  yield* operationBlocks(contract, operations);
  yield escapeTerminal(formatResources(resources));
  yield ['Unspecified behavior', ...(unspecified.length > 0 ? located(unspecified) : ['  none'])].join('\n');
  const unread = unreadParts(contract.document);
  if (unread.length > 0) yield ['Not read by this program', ...located(unread)].join('\n');
  yield [
    pluralize(operations.length, 'operation'),
    pluralize(contract.clauses.length, 'clause'),
    pluralize(resources.types.length, 'resource type'),
    `${pluralize(unspecified.length, 'behavior')} unspecified`,
  ].join(', ');
}

function* operationBlocks(contract: Contract, operations: readonly Operation[]): Generator<string> {
  for (const operation of operations) yield formatOperation(contract, operation);
}

interface Located {
  readonly location: SourceLocation;
  readonly description: string;
}

function located(items: readonly Located[]): string[] {
  const width = Math.max(0, ...items.map(({ location }) => formatLocation(location).length));
  return items.map(
    ({ location, description }) => `  ${oneLine(formatLocation(location)).padEnd(width)}  ${oneLine(description)}`,
  );
}

function formatOperation(contract: Contract, operation: Operation): string {
  const title = oneLine(`${operation.id}: ${operation.method} ${operation.path}`);
  const more = contract.hasUnlistedClauses(operation)
    ? ['  and what lies deeper in its responses, which is checked too']
    : [];
  return [title, ...located(contract.clausesOf(operation)), ...more].join('\n');
}
