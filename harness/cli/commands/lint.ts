import { formatLocation } from '../../core/errors.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { lintContract } from '../../openapi/lint/lint.ts';
import { oneLine } from '../../report/text/escape.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import { loadDocument, resolveArguments } from '../document.ts';
import { documentOptions } from '../document-options.ts';
import type { ParsedOptions } from '../options.ts';

/** `contract lint` */
export const lint: Command = {
  name: 'lint',
  summary: 'Lint an OpenAPI document',
  options: documentOptions,
  usage: ['contract lint [FILE] [OPTIONS]'],
  run: async (unresolved: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    const args = resolveArguments(unresolved, documentOptions, terminal.env);
    const contract = loadDocument(args, 'lint');
    const problems = await lintContract(contract);
    for (const { location, severity, message, rule } of problems)
      terminal.out(`${oneLine(`${formatLocation(location)}: ${severity}: ${message} (${rule})`)}\n`);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const counts = `${pluralize(errors, 'error')}, ${pluralize(problems.length - errors, 'warning')}`;
    terminal.out(`${counts} in ${oneLine(contract.document.file)}\n`);
    return errors > 0 ? 1 : 0;
  },
};
