import type { Case } from '../../core/model.ts';
import { readExampleFiles } from '../../generate/examples/example-files.ts';
import { casesFromOpenApiExamples } from '../../generate/examples/openapi-examples.ts';
import type { UniqueValues } from '../../generate/requests/unique-values.ts';
import { executeCases } from '../execute-cases.ts';
import type { CaseSource, Suite } from '../suite.ts';

/** The named requests of `--examples` and of the document itself. */
export const examples: Suite = {
  name: 'examples',
  run: (context) => {
    const cases = exampleCases(context);
    context.onCaseCount?.(cases.length);
    return executeCases(context, 'examples', cases);
  },
};

/** By the run's source of fresh values: two suites ask the same examples. */
const known = new WeakMap<UniqueValues, readonly Case[]>();

/**
 * The cases of the examples for the operations that are asked; read once for a run.
 * @throws {ContractError} for a file of examples that cannot be worked with
 */
export function exampleCases(source: Omit<CaseSource, 'onSkip'>): readonly Case[] {
  const cases = known.get(source.unique) ?? readCases(source);
  known.set(source.unique, cases);
  return cases;
}

function readCases({ contract, unique, examples: paths, operations }: Omit<CaseSource, 'onSkip'>): Case[] {
  const cases = [
    ...paths.flatMap((path) => readExampleFiles(contract, unique, path)),
    ...casesFromOpenApiExamples(contract, unique),
  ];
  return cases.filter(({ operation }) => operations.includes(operation));
}
