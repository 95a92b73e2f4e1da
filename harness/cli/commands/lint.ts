import { formatLocation } from '../../core/errors.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { lintContract } from '../../openapi/lint/lint.ts';
import { loadContract } from '../../openapi/load.ts';
import { defaultSpec } from '../../runner/options.ts';
import { type Command, documentOptions, type ExitCode, type Terminal } from '../command.ts';
import type { ParsedOptions } from '../options.ts';

/** `contract lint`: what is wrong with the document itself. */
export const lint: Command = {
  name: 'lint',
  summary: 'look the document over: structure, references, examples',
  options: documentOptions,
  usage: ['contract lint [--spec FILE] [--overlay FILE]'],
  run: async (args: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    const spec = args.string('spec') ?? defaultSpec();
    const problems = await lintContract(
      loadContract(spec, args.strings('overlay') ?? [], { allowRefs: args.strings('allow-refs') }),
    );
    for (const { location, severity, message, rule } of problems)
      terminal.out(`${formatLocation(location)}: ${severity}: ${message} (${rule})\n`);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    terminal.out(`${pluralize(errors, 'error')}, ${pluralize(problems.length - errors, 'warning')} in ${spec}\n`);
    return errors > 0 ? 1 : 0;
  },
};
