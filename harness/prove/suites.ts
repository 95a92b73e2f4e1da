import { DREDD } from '../core/check-ids.ts';
import type { Case, CaseResult, Operation } from '../core/model.ts';
import { EventLoopYielder } from '../core/util/event-loop.ts';
import { boundaryCases, type CaseFamilies } from '../generate/boundary/boundary-cases.ts';
import { executeCases } from '../runner/execute-cases.ts';
import type { SuiteName } from '../runner/options.ts';
import type { SuiteContext } from '../runner/suite.ts';
import { createDreddSuite } from '../runner/suites/dredd/suite.ts';
import { executeGenerated } from '../runner/suites/generated.ts';

/** A suite of `verify`, with its cases made once for all runs. */
export interface MutationSuite {
  readonly name: SuiteName;
  /** Makes the cases of an operation, where that takes long; it ends early when stopped. */
  prepare?(operation: Operation, signal: AbortSignal): Promise<void>;
  /** The cases of an operation that is prepared, in the order in which `verify` sends them. */
  casesOf(operation: Operation): readonly Case[];
  /** Asks cases; those that are not yet taken from the iterable when it ends are not sent. */
  send(context: SuiteContext, cases: Iterable<Case>): AsyncIterable<CaseResult>;
  close?(): Promise<void>;
}

/** Makes the suites that are to be proved. */
export function createMutationSuites(
  names: readonly SuiteName[],
  context: SuiteContext,
  families: CaseFamilies | undefined,
): MutationSuite[] {
  const makers: Readonly<Record<SuiteName, () => MutationSuite>> = {
    generated: () => generatedSuite(context, families),
    examples: () => examplesSuite(context),
    dredd: () => dreddSuite(context),
  };
  return names.map((name) => makers[name]());
}

function generatedSuite(
  { source: { contract, unique } }: SuiteContext,
  families: CaseFamilies | undefined,
): MutationSuite {
  const known = new Map<Operation, readonly Case[]>();
  return {
    name: 'generated',
    prepare: async (operation, signal) => {
      const cases: Case[] = [];
      known.set(operation, cases);
      const breather = new EventLoopYielder();
      const forked = unique.fork(`generated ${operation.id}`);
      for (const each of boundaryCases(contract, forked, operation, families) ?? []) {
        cases.push(each);
        if (breather.isDue) await breather.yieldNow();
        if (signal.aborted) return;
      }
    },
    casesOf: (operation) => known.get(operation) ?? [],
    send: executeGenerated,
  };
}

function examplesSuite({ source }: SuiteContext): MutationSuite {
  return {
    name: 'examples',
    casesOf: byOperation(source.examples),
    send: (given, cases) => executeCases(given, 'examples', cases),
  };
}

/** Dredd makes its transactions from the examples itself, and is stopped by none of its findings. */
function dreddSuite({ source }: SuiteContext): MutationSuite {
  const suite = createDreddSuite();
  return {
    name: DREDD,
    casesOf: byOperation(source.examples),
    send: (given) => suite.run(given),
    close: async () => suite.close?.(),
  };
}

function byOperation(cases: readonly Case[]): MutationSuite['casesOf'] {
  return (operation) => cases.filter((each) => each.operation === operation);
}
