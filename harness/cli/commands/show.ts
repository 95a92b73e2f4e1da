import { formatLocation } from '../../core/errors.ts';
import type { Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { loadContract } from '../../openapi/load.ts';
import { unreadParts } from '../../openapi/unread.ts';
import { defaultSpec } from '../../runner/options.ts';
import { type Command, documentOptions, type ExitCode, type Terminal } from '../command.ts';
import type { ParsedOptions } from '../options.ts';

/** `contract show`: what the document says, statement by statement. */
export const show: Command = {
  name: 'show',
  summary: 'print the operations, clauses and gaps of the document',
  options: documentOptions,
  usage: ['contract show [--spec FILE] [--overlay FILE]'],
  run: async (args: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    const contract = loadContract(args.string('spec') ?? defaultSpec(), args.strings('overlay') ?? []);
    terminal.out(formatContract(contract));
    return 0;
  },
};

function formatContract(contract: Contract): string {
  const operations = contract.operations.map((operation) => formatOperation(contract, operation));
  const gaps = contract.gaps.map(({ location, description }) => `  ${formatLocation(location)}  ${description}`);
  const counts = `${contract.operations.length} operations, ${contract.clauses.length} clauses, ${contract.gaps.length} gaps`;
  const unread = unreadParts(contract.document).map(
    ({ location, description }) => `  ${formatLocation(location)}  ${description}`,
  );
  const notRead = unread.length > 0 ? [`Not read by this program\n${unread.join('\n')}`] : [];
  return [...operations, `Gaps: what the document leaves open\n${gaps.join('\n') || '  none'}`, ...notRead, counts, '']
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
