import { setImmediate } from 'node:timers/promises';
import { createChecks } from '../checks/index.ts';
import { documentsSuccess } from '../checks/response.ts';
import type { Case, Clause, Operation } from '../core/model.ts';
import type { CaseFamilies } from '../generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../generate/requests/unique-values.ts';
import type { Contract } from '../openapi/contract.ts';
import { loadContract } from '../openapi/load.ts';
import type { SuiteName } from '../runner/options.ts';
import { loadExamples } from '../runner/suites/examples.ts';
import { DryRun, type DryRunStats, measureDryRun } from './dry-run.ts';
import type { Mutant } from './mutant.ts';
import { createMutants } from './mutators/index.ts';
import { createMutationContext, type MutationContext } from './operation-context.ts';
import { RecordBed } from './records/record-bed.ts';
import type { RecordMutant } from './records/record-mutants.ts';
import type { MutantResult, MutationEvent, NoMutant, VariationResult } from './report.ts';
import { RequestParser } from './request-parser.ts';
import { runMutant } from './run-mutant.ts';
import { runVariations } from './run-variation.ts';
import { createMutationSuites, type MutationSuite } from './suites.ts';
import { TestBed } from './test-bed.ts';
import { groupCompatible } from './variations/combine.ts';
import { conformingVariations } from './variations/index.ts';
import type { Variation } from './variations/variation.ts';

export interface MutationConfig {
  readonly spec: string;
  /** Folders that a `$ref` may lead to, besides the repository of the document. */
  readonly allowRefs?: readonly string[] | undefined;
  readonly overlays: readonly string[];
  readonly examples: readonly string[];
  readonly suites: readonly SuiteName[];
  readonly seed: number;
  /** Ids of the operations to mutate; default all. */
  readonly operations?: readonly string[];
  /** Ids of checks to disable, to see that mutants survive without them. */
  readonly without?: readonly string[];
  /** The families of boundary cases; default all. */
  readonly families?: CaseFamilies;
  /** Selects the mutants to run; default all. */
  readonly tries?: (mutant: Mutant) => boolean;
}

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
    const planned = await plan(session, config.tries, signal);
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

/** What mutation tests run on; closed at their end. */
interface MutationSession {
  readonly contract: Contract;
  readonly unique: UniqueValues;
  readonly operations: readonly Operation[];
  readonly testBed: TestBed;
  readonly suites: readonly MutationSuite[];
  /** For what several requests show; undefined if the suite `stateful` is not tested. */
  readonly records: RecordBed | undefined;
  close(): Promise<void>;
}

async function openSession(config: MutationConfig, signal: AbortSignal): Promise<MutationSession> {
  const { spec, overlays, examples, seed, without = [], families } = config;
  const contract = loadContract(spec, overlays, config);
  const checks = createChecks(contract).filter(({ id }) => !without.includes(id));
  const unique = new UniqueValues(seed);
  const operations = contract.operations.filter(({ id }) => config.operations?.includes(id) ?? true);
  const cases = loadExamples({ contract, unique, operations }, examples);
  const testBed = await TestBed.open({ contract, checks, unique, seed, examples: cases, signal });
  const suites = createMutationSuites(config.suites, testBed.set({}, operations), families);
  const isStateful = config.suites.includes('stateful');
  const records = isStateful ? await RecordBed.open({ contract, checks, unique, seed, signal }) : undefined;
  return {
    contract,
    unique,
    operations,
    testBed: testBed,
    suites,
    records,
    close: async () => {
      await testBed.close();
      await records?.close();
      await Promise.all(suites.map((suite) => suite.close?.()));
    },
  };
}

/** The mutants and variations to run. */
interface MutationPlan {
  readonly clauses: readonly Clause[];
  readonly mutants: readonly Mutant[];
  readonly dryRun: DryRun;
  readonly rounds: readonly (readonly Variation[])[];
  readonly recordMutants: readonly RecordMutant[];
  readonly recordVariations: RecordBed['variations'];
  readonly withoutMutants: readonly NoMutant[];
}

async function plan(
  { contract, unique, operations, testBed, suites, records }: MutationSession,
  tries: MutationConfig['tries'] = () => true,
  signal: AbortSignal,
): Promise<MutationPlan> {
  const reader = new RequestParser(contract);
  const contexts: MutationContext[] = [];
  const mutants: Mutant[] = [];
  const withoutMutants: NoMutant[] = [];
  const cases: Case[] = [];
  for await (const operation of withYields(operations, signal))
    for (const suite of suites) {
      await suite.prepare?.(operation, signal);
      cases.push(...suite.casesOf(operation));
    }
  const dryRun = await DryRun.of(testBed, operations, cases, signal);
  for await (const operation of withYields(operations, signal)) {
    const stats = measureDryRun(operation, mostCases(suites, operation), dryRun);
    const context = createMutationContext(contract, unique, operation, reader, stats);
    // Without a success, no response to a valid request differs from one to an invalid request.
    const own = documentsSuccess(operation) ? createMutants(context, stats) : [];
    contexts.push(context);
    // Without a suite of cases, only mutants of records are run.
    if (suites.length === 0) continue;
    mutants.push(...own.filter(tries));
    withoutMutants.push(...clausesWithoutMutant(contract.clausesOf(operation), own, context, stats));
  }
  const clauses = operations.flatMap((operation) => contract.clausesOf(operation));
  return {
    clauses,
    mutants,
    dryRun: dryRun,
    withoutMutants: withoutMutants,
    rounds: suites.length === 0 ? [] : groupCompatible(conformingVariations({ contract, reader, subjects: contexts })),
    recordMutants: ((await records?.mutants()) ?? []).filter(
      (each) => operations.includes(each.operation) && tries(each),
    ),
    recordVariations: records?.variations ?? [],
  };
}

/** Yields operations until aborted; yields to the event loop before each, so that signals are seen. */
async function* withYields(operations: readonly Operation[], signal: AbortSignal): AsyncGenerator<Operation> {
  for (const operation of operations) {
    await setImmediate();
    if (signal.aborted) return;
    yield operation;
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

/** Returns the cases of the suite that has the most. */
function mostCases(suites: readonly MutationSuite[], operation: Operation): readonly Case[] {
  return suites
    .map((suite) => suite.casesOf(operation))
    .reduce((most, cases) => (cases.length > most.length ? cases : most), []);
}

/** Returns the clauses without a mutant, with the reason. */
function clausesWithoutMutant(
  clauses: readonly Clause[],
  mutants: readonly Mutant[],
  { operation }: MutationContext,
  stats: DryRunStats,
): NoMutant[] {
  const violated = new Set(mutants.map(({ clause }) => clause.id));
  return clauses
    .filter(({ id }) => !violated.has(id))
    .map((clause) => ({
      clause,
      reason: documentsSuccess(operation) ? whyWithoutMutant(clause, stats) : 'its operation documents no success',
    }));
}

function whyWithoutMutant({ direction, part }: Clause, { cases }: DryRunStats): string {
  if (direction === 'request') return 'no request that violates only this clause is known';
  if ('status' in part && cases.rejected === 0) return 'no request gets this response';
  return part.kind === 'response-header' ? 'any header value is a string' : 'no response that violates it is known';
}
