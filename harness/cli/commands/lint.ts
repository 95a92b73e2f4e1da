import { atPointer, formatLocation } from '../../core/errors.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { type LintProblem, lintContract } from '../../openapi/lint/lint.ts';
import { oneLine } from '../../report/text/escape.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import { loadDocument, resolveArguments } from '../document.ts';
import { documentOptions } from '../options/document-options.ts';
import type { OptionTable, ParsedOptions } from '../options/options.ts';
import { SUMMARIES } from './summaries.ts';

/** Problems printed of one rule, unless all are asked for: a large document may have a thousand of one kind. */
const MAX_PER_RULE = 20;

const options: OptionTable = {
  ...documentOptions,
  all: { type: 'boolean', help: `list every problem (default: the first ${MAX_PER_RULE} of each rule, and a count)` },
};

/** `contract lint` */
export const lint: Command = {
  name: 'lint',
  summary: SUMMARIES.lint,
  options,
  usage: ['contract lint [FILE] [OPTIONS]'],
  run: async (unresolved: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    terminal.tune?.('reading');
    const args = resolveArguments(unresolved, options, terminal.env, Object.keys(documentOptions));
    const contract = loadDocument(args, 'lint');
    const problems = await lintContract(contract);
    const limit = args.flag('all') ? Number.POSITIVE_INFINITY : MAX_PER_RULE;
    for (const line of formatProblems(problems, limit)) terminal.out(`${line}\n`);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const counts = `${pluralize(errors, 'error')}, ${pluralize(problems.length - errors, 'warning')}`;
    terminal.out(`${counts} in ${oneLine(contract.document.file)}\n`);
    return errors > 0 ? 1 : 0;
  },
};

/** Formats the first problems of each rule, in document order, and the number of the others. */
function formatProblems(problems: readonly LintProblem[], limit: number): string[] {
  const groups = [...groupBy(problems, ({ rule, severity }) => `${severity} ${rule}`).values()];
  const shown = new Set(groups.flatMap((group) => group.slice(0, limit)));
  const hidden = groups.flatMap((group) =>
    group
      .slice(limit, limit + 1)
      .map(
        ({ severity, rule }) =>
          `and ${pluralize(group.length - limit, `more ${severity}`)} (${rule}); --all lists them`,
      ),
  );
  return [...problems.filter((problem) => shown.has(problem)).map(formatProblem), ...hidden];
}

function formatProblem({ location, severity, message, rule, pointer }: LintProblem): string {
  return oneLine(`${formatLocation(location)}: ${severity}: ${message} (${rule})${atPointer(location, pointer)}`);
}
