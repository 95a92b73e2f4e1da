import type { CaseResult, Operation } from '../../../core/model.ts';
import { isRandom, type RandomCase, randomCases } from '../../../generate/random/random-cases.ts';
import { storedRandomCases } from '../../../generate/random/stored-random-cases.ts';
import type { EstablishedBase } from '../../establish/establish-operation.ts';
import { executeCases } from '../../execute/execute-cases.ts';
import { ShrinkCandidates, shrinkFailure } from '../../execute/shrink.ts';
import type { SuiteContext } from '../../suite.ts';
import { GENERATED } from './name.ts';
import { inTurns, repeated } from './turns.ts';

/** Sends random requests, and shrinks the first that shows each failure that nothing has shown before. */
export async function* runRandom(
  context: SuiteContext,
  bases: ReadonlyMap<string, EstablishedBase>,
  known: ReadonlySet<string>,
): AsyncIterable<CaseResult> {
  const sent = new Map<string, RandomCase>();
  const failures = new ShrinkCandidates(known);
  for await (const result of executeCases(context, GENERATED, remembered(random(context, bases), sent))) {
    const testCase = sent.get(result.case);
    sent.delete(result.case);
    if (!testCase || result.status !== 'fail') yield result;
    else for (const each of failures.add(testCase, result)) yield { ...each, shrunk: [] };
  }
  for (const { case: failed, result, keys } of failures.first()) {
    const shrunk: NonNullable<CaseResult['shrunk']>[number][] = [];
    for (const key of keys) shrunk.push({ key, result: await shrinkFailure(context, GENERATED, failed, result, key) });
    yield { ...result, shrunk };
  }
}

function* random(
  { source: { contract, operations, seed, randomCases: runs, unique, store }, control }: SuiteContext,
  bases: ReadonlyMap<string, EstablishedBase>,
): Generator<RandomCase> {
  const casesOf = (operation: Operation): Iterable<RandomCase> => {
    const base = bases.get(operation.id);
    if (!base) return [];
    const { allParts: spec, requiredOnly, rejectedProperties = [] } = base.context;
    const needsBody = requiredOnly.body !== undefined;
    const options = { seed, randomCases: runs, base: { spec, rejectedProperties, needsBody }, unique };
    return repeated(control, operation, {
      has: (id) => isRandom(id, operation),
      make: (isWanted) =>
        isWanted
          ? randomCases(contract, operation, { ...options, isWanted })
          : storedRandomCases(store, contract, operation, options),
    });
  };
  yield* inTurns(operations, casesOf, control.deadline);
}

function* remembered(cases: Iterable<RandomCase>, sent: Map<string, RandomCase>): Generator<RandomCase> {
  for (const each of cases) {
    sent.set(each.id, each);
    yield each;
  }
}
