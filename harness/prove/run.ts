import { groupBy } from '../core/util/group-by.ts';
import { TimeLimit } from '../runner/time-limit.ts';
import { DryRun } from './dry-run.ts';
import type { Mutant } from './mutant.ts';
import { type MutationPlan, planMutationTests } from './plan.ts';
import {
  isSurvivor,
  type MutantResult,
  type MutationEvent,
  type PlannedCount,
  type VariationResult,
} from './report.ts';
import { runMutant } from './run-mutant.ts';
import { runVariations } from './run-variation.ts';
import { type MutationConfig, type MutationSession, openSession } from './session.ts';
import { allCases } from './suites.ts';

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
    const plan = await planMutationTests(session, config, signal);
    const planned = plan.isComplete ? countOf(plan) : undefined;
    if (planned) yield { type: 'start', planned, operations: session.operations };
    const mutants: MutantResult[] = [];
    const variations: VariationResult[] = [];
    let executed = 0;
    for await (const event of execute(session, plan, signal)) {
      executed++;
      if (event.type === 'mutant' && isUndecided(plan, event.result)) continue;
      if (event.type === 'mutant') mutants.push(event.result);
      else variations.push(event.result);
      yield event;
    }
    const isOver = planned !== undefined && executed === planned.mutants + planned.variations;
    const { clauses, withoutMutants } = plan;
    const { suites, seed } = config;
    const results = { clauses, mutants, variations, withoutMutants, suites, seed, planned };
    const stopped = isOver ? undefined : stop.aborted ? 'signal' : 'max-time';
    const durationMs = performance.now() - started;
    yield { type: 'end', report: { ...results, stopped, notRun: notRun(session, plan, mutants), durationMs } };
  } finally {
    limit.clear();
    await session?.close();
  }
}

function countOf({ mutants, recordMutants, rounds, recordVariations }: MutationPlan): PlannedCount {
  return {
    mutants: mutants.length + recordMutants.length,
    variations: rounds.flat().length + recordVariations.length,
  };
}

/** True for a mutant that one of the cases might have killed for which there was no time. */
function isUndecided({ withoutTime }: MutationPlan, result: MutantResult): boolean {
  return isSurvivor(result) && withoutTime.has(result.mutant.operation);
}

/** The operations of which a mutant was not run; all of them if none was planned. */
function notRun({ operations }: MutationSession, plan: MutationPlan, results: readonly MutantResult[]): string[] {
  if (!plan.isComplete) return operations.map(({ id }) => id);
  const executed = new Set<unknown>(results.map(({ mutant }) => mutant));
  const missing = [...plan.mutants, ...plan.recordMutants].filter((mutant) => !executed.has(mutant));
  return [...new Set(missing.map(({ clause }) => clause.operation))];
}

type ResultEvent<Type extends 'mutant' | 'variation' = 'mutant' | 'variation'> = Extract<MutationEvent, { type: Type }>;

async function* execute(
  session: MutationSession,
  planned: MutationPlan,
  signal: AbortSignal,
): AsyncGenerator<ResultEvent, void, void> {
  yield* executeMutants(session, planned.mutants, signal);
  const { testBed, suites, operations } = session;
  for (const round of planned.rounds) {
    if (signal.aborted) return;
    for await (const result of runVariations(testBed, suites, operations, round)) {
      if (signal.aborted) return;
      yield { type: 'variation', result };
    }
  }
  yield* executeRecords(session, planned, signal);
}

/** Repeats the dry run of an operation before its mutants: that is quick, and those of all would fill the memory. */
async function* executeMutants(
  { testBed, suites }: MutationSession,
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
  { records }: MutationSession,
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
