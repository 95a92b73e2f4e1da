import type { Operation } from '../../core/model.ts';
import { readExampleFiles } from '../../generate/examples/example-files.ts';
import { casesFromOpenApiExamples } from '../../generate/examples/openapi-examples.ts';
import type { SpecifiedCase } from '../../generate/requests/test-case.ts';
import { executeCases } from '../execute/execute-cases.ts';
import { splitDeletions } from '../execute/last-deletions.ts';
import { withRecords } from '../pool/suite-records.ts';
import type { CaseSource, Suite } from '../suite.ts';

const NAME = 'examples';

/** The named requests of `--examples` and of the document. */
export const examples: Suite = {
  name: NAME,
  run: async function* (given) {
    const context = withRecords(given, NAME);
    const { source, control, executor } = context;
    control.onCaseCount?.(source.examples.length);
    yield* executeCases(
      context,
      NAME,
      source.examples.filter((each) => !fromDocument(each)),
    );
    await control.firstTries?.pass(control);
    const { others, deletions } = await splitDeletions(context, source.examples.filter(fromDocument), fromDocument);
    yield* executeCases(context, NAME, others);
    if (deletions.length > 0) await control.deletions?.wait(NAME, control);
    for (const group of deletions) yield* executeCases(context, NAME, group);
    if (executor.records) yield* executor.records.cleanUp();
  },
};

/** The requests of the user are sent in their order. */
export function fromDocument({ origin, operation }: SpecifiedCase): Operation | undefined {
  return origin.kind === 'document' ? operation : undefined;
}

/**
 * Reads the cases of all examples for the operations under test.
 * @param paths files or folders of named requests
 * @param allowRefs folders that links in such a folder may lead to
 * @throws {InputError} for an example file that cannot be used
 */
export function loadExamples(
  { contract, unique, operations }: Pick<CaseSource, 'contract' | 'unique' | 'operations'>,
  paths: readonly string[],
  allowRefs: readonly string[] = [],
): SpecifiedCase[] {
  const cases = [
    ...paths.flatMap((path) => readExampleFiles(contract, unique, path, allowRefs)),
    ...casesFromOpenApiExamples(contract, unique),
  ];
  return cases.filter(({ operation }) => operations.includes(operation));
}
