import { type MutationPlan, planMutationTests } from './plan.ts';
import type { MutantResult, MutationEvent, VariationResult } from './report.ts';
import { runMutant } from './run-mutant.ts';
import { runVariations } from './run-variation.ts';
import { type MutationConfig, type MutationSession, openSession } from './session.ts';

/**
 * Runs the suites against mutants that violate one clause each, then against conforming variations.
 * An abort drops the mutant or variation at hand; the last event then has the results so far.
 * @throws {InputError} if the document cannot be used
 */
export async function* runMutationTests(
  config: MutationConfig,
  signal: AbortSignal,
): AsyncGenerator<MutationEvent, void, void> {
  const started = performance.now();
  const session = await openSession(config, signal);
  try {
    const planned = await planMutationTests(session, config.tries, signal);
    const count = {
      mutants: planned.mutants.length + planned.recordMutants.length,
      variations: planned.rounds.flat().length + planned.recordVariations.length,
    };
    yield { type: 'start', planned: count, operations: session.operations };
    const results: MutantResult[] = [];
    const variations: VariationResult[] = [];
    for await (const event of execute(session, planned, signal)) {
      if (event.type === 'mutant') results.push(event.result);
      else variations.push(event.result);
      yield event;
    }
    const { clauses, withoutMutants } = planned;
    const { suites, seed } = config;
    const ms = performance.now() - started;
    yield {
      type: 'end',
      report: {
        clauses,
        mutants: results,
        variations,
        withoutMutants,
        suites,
        seed,
        planned: count,
        durationMs: ms,
      },
    };
  } finally {
    await session.close();
  }
}

async function* execute(
  session: MutationSession,
  planned: MutationPlan,
  signal: AbortSignal,
): AsyncGenerator<Extract<MutationEvent, { type: 'mutant' | 'variation' }>, void, void> {
  const { testBed, suites, operations } = session;
  const { mutants, dryRun, rounds: variations } = planned;
  for (const each of mutants) {
    if (signal.aborted) return;
    const result = await runMutant(testBed, suites, dryRun, each);
    // A mutant that was aborted in between would look like a survivor.
    if (signal.aborted) return;
    yield { type: 'mutant', result };
  }
  for (const round of variations) {
    if (signal.aborted) return;
    for await (const result of runVariations(testBed, suites, operations, round)) {
      if (signal.aborted) return;
      yield { type: 'variation', result };
    }
  }
  yield* executeRecords(session, planned, signal);
}

async function* executeRecords(
  { records }: MutationSession,
  { recordMutants, recordVariations }: MutationPlan,
  signal: AbortSignal,
): AsyncGenerator<Extract<MutationEvent, { type: 'mutant' | 'variation' }>, void, void> {
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
