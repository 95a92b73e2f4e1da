import { type Families, systematicCases } from '../generate/boundary/boundary-cases.ts';
import type { SuiteName } from '../runner/options.ts';
import type { Case, Operation, Outcome } from '../core/model.ts';
import { askAll } from '../runner/execute-cases.ts';
import { Breather } from '../core/util/event-loop.ts';
import { createDreddSuite } from '../runner/suites/dredd/suite.ts';
import { exampleCases } from '../runner/suites/examples.ts';
import { askGenerated } from '../runner/suites/generated.ts';
import type { SuiteContext } from '../runner/suite.ts';

/** A suite of `verify`, with its cases made once for all runs. */
export interface ProofSuite {
  readonly name: SuiteName;
  /** Makes the cases of an operation, where that takes long; it ends early when stopped. */
  prepare?(operation: Operation, signal: AbortSignal): Promise<void>;
  /** The cases of an operation that is prepared, in the order in which `verify` sends them. */
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
  const known = new Map<Operation, readonly Case[]>();
  return {
    name: 'generated',
    prepare: async (operation, signal) => {
      const cases: Case[] = [];
      known.set(operation, cases);
      const breather = new Breather();
      const source = fresh.fork(`generated ${operation.id}`);
      for (const each of systematicCases(contract, source, operation, families) ?? []) {
        cases.push(each);
        if (breather.isDue) await breather.rest();
        if (signal.aborted) return;
      }
    },
    casesOf: (operation) => known.get(operation) ?? [],
    ask: askGenerated,
  };
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
