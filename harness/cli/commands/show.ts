import { existsSync } from 'node:fs';
import { formatLocation } from '../../core/errors.ts';
import type { Operation } from '../../core/model.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import type { Contract } from '../../openapi/contract.ts';
import { loadContract } from '../../openapi/load.ts';
import { type ResourceCorrections, readCorrections } from '../../openapi/resources/corrections.ts';
import { resourceModel } from '../../openapi/resources/infer.ts';
import type { ResourceModel } from '../../openapi/resources/model.ts';
import { unreadParts } from '../../openapi/unread.ts';
import { escapeInvisible } from '../../report/text/escape.ts';
import { defaultSpec } from '../../runner/options.ts';
import { type Command, documentOptions, type ExitCode, type Terminal } from '../command.ts';
import { readConfigSection, SETTINGS_FILE } from '../config-file.ts';
import { formatResources } from '../format-resources.ts';
import type { ParsedOptions } from '../options.ts';

/** `contract show`: what the document says, statement by statement. */
export const show: Command = {
  name: 'show',
  summary: 'print the operations, clauses, resource types and gaps of the document',
  options: {
    ...documentOptions,
    config: {
      type: 'string',
      value: 'FILE',
      help: `settings with corrections of the resource types (default: ${SETTINGS_FILE}, if it exists)`,
    },
  },
  usage: ['contract show [--spec FILE] [--overlay FILE] [--config FILE]'],
  run: async (args: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    const contract = loadContract(args.string('spec') ?? defaultSpec(), args.strings('overlay') ?? [], {
      allowRefs: args.strings('allow-refs'),
    });
    const resources = resourceModel(contract, readCorrectionsOf(args));
    terminal.out(escapeInvisible(formatContract(contract, resources)));
    return 0;
  },
};

function readCorrectionsOf(args: ParsedOptions): ResourceCorrections {
  const named = args.string('config');
  if (named === undefined && !existsSync(SETTINGS_FILE)) return new Map();
  return readCorrections(readConfigSection(named ?? SETTINGS_FILE, 'resources') ?? {});
}

function formatContract(contract: Contract, resources: ResourceModel): string {
  const operations = contract.operations.map((operation) => formatOperation(contract, operation));
  const gaps = contract.gaps.map(({ location, description }) => `  ${formatLocation(location)}  ${description}`);
  const unread = unreadParts(contract.document).map(
    ({ location, description }) => `  ${formatLocation(location)}  ${description}`,
  );
  const counts = [
    `${contract.operations.length} operations`,
    `${contract.clauses.length} clauses`,
    pluralize(resources.types.length, 'resource type'),
    `${contract.gaps.length} gaps`,
  ].join(', ');
  return [
    ...operations,
    formatResources(resources),
    `Gaps: what the document leaves open\n${gaps.join('\n') || '  none'}`,
    ...(unread.length > 0 ? [`Not read by this program\n${unread.join('\n')}`] : []),
    counts,
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n');
}

function formatOperation(contract: Contract, operation: Operation): string {
  const clauses = contract.clausesOf(operation);
  const width = Math.max(...clauses.map(({ location }) => formatLocation(location).length));
  const lines = clauses.map(
    ({ location, description }) => `  ${formatLocation(location).padEnd(width)}  ${description}`,
  );
  return `${operation.id}: ${operation.method} ${operation.path}\n${lines.join('\n')}`;
}
