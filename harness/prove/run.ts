import { groupBy } from '../core/util/group-by.ts';
import { TimeLimit } from '../runner/time-limit.ts';
import { DryRun } from './dry-run.ts';
import type { Mutant } from './mutant.ts';
import { type MutationPlan, planMutationTests } from './plan.ts';
import { isSurvivor, type MutantResult, type MutationEvent } from './report.ts';
import { countOf, MutationResults } from './results.ts';
import { runMutant } from './run-mutant.ts';
import { runVariations } from './run-variation.ts';
import { type MutationConfig, type MutationPart, type MutationSession, openSession, partsOf } from './session.ts';
import { allCases, type MutationSuite } from './suites.ts';
import type { TestBed } from './test-bed.ts';

/**
 * Runs the suites against mutants that violate one clause each, then against conforming variations.
 * An abort, or the end of the time, drops the mutant or variation at hand; the last event then has the results so far.
 * @throws {InputError} if the document cannot be used
 */
export async function* runMutationTests(
  config: MutationConfig,
  stop: AbortSignal,
): AsyncGenerator<MutationEvent, void, void> {
  const started = performance.now();
  // No grace: the mutant at hand is dropped anyway, and a small document would be done within it.
  const limit = new TimeLimit(config.maxTimeMs ?? Number.POSITIVE_INFINITY, 0);
  const signal = AbortSignal.any([stop, limit.signal]);
  let session: MutationSession | undefined;
  try {
    session = await openSession(config, signal);
    const results = new MutationResults(session);
    let isOver = true;
    for (const part of partsOf(session, config)) {
      try {
        isOver = yield* runPart(session, part, config, results, signal);
      } finally {
        await part.close();
      }
      if (!isOver) break;
    }
    const stopped = isOver ? undefined : stop.aborted ? 'signal' : 'max-time';
    yield { type: 'end', report: results.report(config, stopped, performance.now() - started) };
  } finally {
    limit.clear();
    await session?.close();
  }
}

/** @returns false if it was aborted before its end */
async function* runPart(
  session: MutationSession,
  part: MutationPart,
  config: MutationConfig,
  results: MutationResults,
  signal: AbortSignal,
): AsyncGenerator<MutationEvent, boolean, void> {
  const plan = await planMutationTests(session, part, config, signal);
  if (!plan) return false;
  results.addPlan(part.operations, plan);
  const planned = countOf(plan);
  yield { type: 'start', planned, operations: part.operations.length, of: session.operations.length };
  let left = planned.mutants + planned.variations;
  for await (const event of execute(session, part, plan, signal)) {
    left--;
    if (event.type === 'mutant' && isUndecided(plan, event.result)) continue;
    if (event.type === 'mutant') results.mutants.push(event.result);
    else results.variations.push(event.result);
    yield event;
  }
  return left === 0;
}

/** True for a mutant that one of the cases might have killed for which there was no time. */
function isUndecided({ withoutTime }: MutationPlan, result: MutantResult): boolean {
  return isSurvivor(result) && withoutTime.has(result.mutant.operation);
}

type ResultEvent<Type extends 'mutant' | 'variation' = 'mutant' | 'variation'> = Extract<MutationEvent, { type: Type }>;

async function* execute(
  { testBed }: MutationSession,
  part: MutationPart,
  planned: MutationPlan,
  signal: AbortSignal,
): AsyncGenerator<ResultEvent, void, void> {
  const { suites, operations } = part;
  yield* executeMutants(testBed, suites, planned.mutants, signal);
  for (const round of planned.rounds) {
    if (signal.aborted) return;
    for await (const result of runVariations(testBed, suites, operations, round)) {
      if (signal.aborted) return;
      yield { type: 'variation', result };
    }
  }
  yield* executeRecords(part, planned, signal);
}

/** Repeats the dry run of an operation before its mutants: that is quick, and those of all would fill the memory. */
async function* executeMutants(
  testBed: TestBed,
  suites: readonly MutationSuite[],
  mutants: readonly Mutant[],
  signal: AbortSignal,
): AsyncGenerator<ResultEvent<'mutant'>, void, void> {
  for (const [operation, own] of groupBy(mutants, (each) => each.operation)) {
    const dryRun = await DryRun.of(testBed, operation, allCases(suites, operation), signal);
    for (const each of own) {
      if (signal.aborted) return;
      const result = await runMutant(testBed, suites, dryRun, each);
      // A mutant that was aborted in between would look like a survivor.
      if (signal.aborted) return;
      yield { type: 'mutant', result };
    }
  }
}

async function* executeRecords(
  { records }: MutationPart,
  { recordMutants, recordVariations }: MutationPlan,
  signal: AbortSignal,
): AsyncGenerator<ResultEvent, void, void> {
  if (!records) return;
  for (const each of recordMutants) {
    const result = signal.aborted ? undefined : await records.runMutant(each);
    if (!result || signal.aborted) return;
    yield { type: 'mutant', result };
  }
  for (const { resource, variation } of recordVariations) {
    const result = signal.aborted ? undefined : await records.runVariation(resource, variation);
    if (!result || signal.aborted) return;
    yield { type: 'variation', result };
  }
}
