import { formatLocation } from '../../core/errors.ts';
import type { Operation, SourceLocation } from '../../core/model.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import type { Contract } from '../../openapi/contract.ts';
import { readCorrections } from '../../openapi/resources/corrections.ts';
import { resourceModel } from '../../openapi/resources/infer.ts';
import type { ResourceModel } from '../../openapi/resources/model.ts';
import { unreadParts } from '../../openapi/unread.ts';
import { escapeTerminal, oneLine } from '../../report/text/escape.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import { loadDocument, resolveArguments } from '../document.ts';
import { documentOptions } from '../document-options.ts';
import { formatResources } from '../format-resources.ts';
import type { ParsedOptions } from '../options.ts';

/** `contract show` */
export const show: Command = {
  name: 'show',
  summary: 'List operations, clauses, resource types and unspecified behavior',
  options: documentOptions,
  usage: ['contract show [FILE] [OPTIONS]'],
  run: async (unresolved: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    const args = resolveArguments(unresolved, documentOptions, terminal.env, SETTINGS);
    const contract = loadDocument(args, 'show');
    const resources = resourceModel(contract, readCorrections(args.section('resources') ?? {}));
    terminal.out(formatContract(contract, resources));
    return 0;
  },
};

/** The settings that are taken from the config file. */
const SETTINGS = [...Object.keys(documentOptions), 'resources'];

function formatContract(contract: Contract, resources: ResourceModel): string {
  const { operations, clauses, unspecified } = contract;
  const unread = unreadParts(contract.document);
  const blocks = [
    ...operations.map((operation) => formatOperation(contract, operation)),
    escapeTerminal(formatResources(resources)),
    ['Unspecified behavior', ...(unspecified.length > 0 ? located(unspecified) : ['  none'])].join('\n'),
    ...(unread.length > 0 ? [['Not read by this program', ...located(unread)].join('\n')] : []),
    [
      pluralize(operations.length, 'operation'),
      pluralize(clauses.length, 'clause'),
      pluralize(resources.types.length, 'resource type'),
      `${pluralize(unspecified.length, 'behavior')} unspecified`,
    ].join(', '),
  ];
  return `${blocks.join('\n\n')}\n`;
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
  return [title, ...located(contract.clausesOf(operation))].join('\n');
}
