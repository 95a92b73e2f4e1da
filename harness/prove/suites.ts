import { DREDD } from '../core/check-ids.ts';
import type { Case, CaseResult, Operation } from '../core/model.ts';
import { timeoutCount } from '../core/util/deadline.ts';
import { EventLoopYielder } from '../core/util/event-loop.ts';
import { boundaryCases, type CaseFamilies } from '../generate/boundary/boundary-cases.ts';
import { executeCases } from '../runner/execute/execute-cases.ts';
import type { CASE_SUITES, SuiteName } from '../runner/settings/suite-names.ts';
import type { SuiteContext } from '../runner/suite.ts';
import { createDreddSuite } from '../runner/suites/dredd/suite.ts';
import { executeGenerated } from '../runner/suites/generated/suite.ts';

/** The suites that send cases one by one. */
type CaseSuiteName = (typeof CASE_SUITES)[number];

/** A suite of `verify`, with cases that are generated once for all runs. */
export interface MutationSuite {
  readonly name: CaseSuiteName;
  /**
   * Generates the cases of an operation if that takes long; ends early if aborted.
   * @returns false if some were not made, because it took too long
   */
  prepare?(operation: Operation, signal: AbortSignal): Promise<boolean>;
  /** Returns the cases of a prepared operation, in the order of `verify`. */
  casesOf(operation: Operation): readonly Case[];
  /** Executes cases, reading the iterable lazily. */
  send(context: SuiteContext, cases: Iterable<Case>): AsyncIterable<CaseResult>;
  close?(): Promise<void>;
}

/** Returns the prepared cases of an operation, those that several suites send once. */
export function allCases(suites: readonly MutationSuite[], operation: Operation): ReadonlySet<Case> {
  return new Set(suites.flatMap((suite) => suite.casesOf(operation)));
}

/** Creates the suites under test. */
export function createMutationSuites(
  names: readonly SuiteName[],
  context: SuiteContext,
  families: CaseFamilies | undefined,
): MutationSuite[] {
  const makers: Readonly<Record<CaseSuiteName, () => MutationSuite>> = {
    generated: () => generatedSuite(context, families),
    examples: () => examplesSuite(context),
    dredd: () => dreddSuite(context),
  };
  return names.flatMap((name) => (name === 'stateful' ? [] : makers[name]()));
}

function generatedSuite(
  { source: { contract, unique } }: SuiteContext,
  families: CaseFamilies | undefined,
): MutationSuite {
  const cache = new Map<Operation, readonly Case[]>();
  return {
    name: 'generated',
    prepare: async (operation, signal) => {
      const cases: Case[] = [];
      const before = timeoutCount();
      cache.set(operation, cases);
      const yielder = new EventLoopYielder();
      const forked = unique.fork(`generated ${operation.id}`);
      for (const each of boundaryCases(contract, forked, operation, families) ?? []) {
        cases.push(each);
        if (yielder.isDue) await yielder.yieldNow();
        if (signal.aborted) break;
      }
      return timeoutCount() === before;
    },
    casesOf: (operation) => cache.get(operation) ?? [],
    send: executeGenerated,
  };
}

function examplesSuite({ source }: SuiteContext): MutationSuite {
  return {
    name: 'examples',
    casesOf: byOperation(source.examples),
    send: (context, cases) => executeCases(context, 'examples', cases),
  };
}

/** Dredd creates transactions from the examples itself, and does not stop at a finding. */
function dreddSuite({ source }: SuiteContext): MutationSuite {
  const suite = createDreddSuite();
  return {
    name: DREDD,
    casesOf: byOperation(source.examples),
    send: (context) => suite.run(context),
    close: async () => suite.close?.(),
  };
}

function byOperation(cases: readonly Case[]): MutationSuite['casesOf'] {
  return (operation) => cases.filter((each) => each.operation === operation);
}
