import { documentExamples } from '../cases/document-examples.ts';
import { readExamples } from '../cases/examples.ts';
import type { Case } from '../model.ts';
import { askAll } from './ask-all.ts';
import type { CaseSource, Suite } from './suite.ts';

/** The named requests of `--examples` and of the document itself. */
export const examples: Suite = {
  name: 'examples',
  run: (context) => askAll(context, 'examples', exampleCases(context)),
};

/** The cases of the examples for the operations that are asked. */
export function exampleCases({ contract, fresh, examples: paths, operations }: CaseSource): Case[] {
  const cases = [...paths.flatMap((path) => readExamples(contract, fresh, path)), ...documentExamples(contract, fresh)];
  return cases.filter(({ operation }) => operations.includes(operation));
}
