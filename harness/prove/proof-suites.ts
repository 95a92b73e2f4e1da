import { type Families, systematicCases } from '../cases/systematic/systematic-cases.ts';
import type { SuiteName } from '../config.ts';
import type { Case, Operation, Outcome } from '../model.ts';
import { askAll } from '../suites/ask-all.ts';
import { createDreddSuite } from '../suites/dredd.ts';
import { exampleCases } from '../suites/examples.ts';
import { askGenerated } from '../suites/generated.ts';
import type { SuiteContext } from '../suites/suite.ts';

/** A suite of `verify`, with its cases made once for all runs. */
export interface ProofSuite {
  readonly name: SuiteName;
  /** The cases of an operation, in the order in which `verify` sends them. */
  casesOf(operation: Operation): readonly Case[];
  /** Asks cases; those that are not yet taken from the iterable when it ends are not sent. */
  ask(context: SuiteContext, cases: Iterable<Case>): AsyncIterable<Outcome>;
  close?(): Promise<void>;
}

/** Makes the suites that are to be proved. */
export function openSuites(
  names: readonly SuiteName[],
  context: SuiteContext,
  families: Families | undefined,
): ProofSuite[] {
  const makers: Readonly<Record<SuiteName, () => ProofSuite>> = {
    generated: () => generatedSuite(context, families),
    examples: () => examplesSuite(context),
    dredd: () => dreddSuite(context),
  };
  return names.map((name) => makers[name]());
}

function generatedSuite({ contract, fresh }: SuiteContext, families: Families | undefined): ProofSuite {
  const cases = new Map(
    contract.operations.map((operation) => [
      operation,
      [...(systematicCases(contract, fresh.fork(`generated ${operation.id}`), operation, families) ?? [])],
    ]),
  );
  return { name: 'generated', casesOf: (operation) => cases.get(operation) ?? [], ask: askGenerated };
}

function examplesSuite(context: SuiteContext): ProofSuite {
  return {
    name: 'examples',
    casesOf: byOperation(exampleCases(context)),
    ask: (given, cases) => askAll(given, 'examples', cases),
  };
}

/** Dredd makes its transactions from the examples itself, and is stopped by none of its findings. */
function dreddSuite(context: SuiteContext): ProofSuite {
  const suite = createDreddSuite();
  return {
    name: 'dredd',
    casesOf: byOperation(exampleCases(context)),
    ask: (given) => suite.run(given),
    close: async () => suite.close?.(),
  };
}

function byOperation(cases: readonly Case[]): ProofSuite['casesOf'] {
  return (operation) => cases.filter((each) => each.operation === operation);
}
