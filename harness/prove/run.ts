import { setImmediate } from 'node:timers/promises';
import { createChecks } from '../checks/index.ts';
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
  /** Ids of the operations to break; default all. */
  readonly operations?: readonly string[];
  /** Ids of checks to leave out, so that it can be seen that they are needed. */
  readonly without?: readonly string[];
  /** The families of generated cases; default all. */
  readonly families?: CaseFamilies;
  /** Which mutants are tried; default all. */
  readonly tries?: (given: Mutant) => boolean;
}

/**
 * Breaks every clause on purpose, one way at a time, and sees whether the suites notice; then differs lawfully, and sees whether they stay calm.
 * Stops between two trials, or two operations that are being prepared, when aborted; the last event carries what is known by then.
 * @throws {ContractError} for a document that cannot be worked with
 */
export async function* runMutationTests(
  config: MutationConfig,
  signal: AbortSignal,
): AsyncGenerator<MutationEvent, void, void> {
  const started = performance.now();
  const workshop = await open(config);
  try {
    const planned = await plan(workshop, config.tries, signal);
    const count = { mutants: planned.mutants.length, variations: planned.rounds.flat().length };
    yield { type: 'start', planned: count, operations: workshop.operations };
    const trials: MutantResult[] = [];
    const variations: VariationResult[] = [];
    for await (const event of carryOut(workshop, planned, signal)) {
      if (event.type === 'mutant') trials.push(event.result);
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
        mutants: trials,
        variations: variations,
        withoutMutants,
        suites,
        seed,
        planned: count,
        durationMs: ms,
      },
    };
  } finally {
    await workshop.close();
  }
}

/** What a proof works with. */
interface Workshop {
  readonly contract: Contract;
  readonly unique: UniqueValues;
  readonly operations: readonly Operation[];
  readonly testBed: TestBed;
  readonly suites: readonly MutationSuite[];
  close(): Promise<void>;
}

async function open(config: MutationConfig): Promise<Workshop> {
  const { spec, overlays, examples, seed, without = [], families } = config;
  const contract = loadContract(spec, overlays, config);
  const checks = createChecks(contract).filter(({ id }) => !without.includes(id));
  const unique = new UniqueValues(seed);
  // A proof ends between two trials; a signal in the middle of one would make it look as if the break was missed.
  const { signal } = new AbortController();
  const operations = contract.operations.filter(({ id }) => config.operations?.includes(id) ?? true);
  const cases = loadExamples({ contract, unique, operations }, examples);
  const stage = await TestBed.open({ contract, checks, unique, seed, examples: cases, signal });
  const suites = createMutationSuites(config.suites, stage.set({}, operations), families);
  return {
    contract,
    unique: unique,
    operations,
    testBed: stage,
    suites,
    close: async () => {
      await stage.close();
      await Promise.all(suites.map((suite) => suite.close?.()));
    },
  };
}

/** What a proof is going to try. */
interface Plan {
  readonly clauses: readonly Clause[];
  readonly mutants: readonly Mutant[];
  readonly dryRun: DryRun;
  readonly rounds: readonly (readonly Variation[])[];
  readonly withoutMutants: readonly NoMutant[];
}

async function plan(
  { contract, unique, operations, testBed, suites }: Workshop,
  tries: MutationConfig['tries'] = () => true,
  signal: AbortSignal,
): Promise<Plan> {
  const reader = new RequestParser(contract);
  const subjects: MutationContext[] = [];
  const mutants: Mutant[] = [];
  const untested: NoMutant[] = [];
  const cases: Case[] = [];
  for await (const operation of unhurried(operations, signal))
    for (const suite of suites) {
      await suite.prepare?.(operation, signal);
      cases.push(...suite.casesOf(operation));
    }
  const rehearsal = await DryRun.of(testBed, operations, cases, signal);
  for await (const operation of unhurried(operations, signal)) {
    const baseline = measureDryRun(operation, mostCases(suites, operation), rehearsal);
    const subject = createMutationContext(contract, unique, operation, reader, baseline);
    const own = createMutants(subject, baseline);
    subjects.push(subject);
    mutants.push(...own.filter(tries));
    untested.push(...withoutBreak(contract.clausesOf(operation), own, baseline));
  }
  const clauses = operations.flatMap((operation) => contract.clausesOf(operation));
  return {
    clauses,
    mutants: mutants,
    dryRun: rehearsal,
    withoutMutants: untested,
    rounds: groupCompatible(conformingVariations({ contract, reader, subjects })),
  };
}

/** The operations one by one until a signal is seen, which it cannot be while one of them is worked on. */
async function* unhurried(operations: readonly Operation[], signal: AbortSignal): AsyncGenerator<Operation> {
  for (const operation of operations) {
    await setImmediate();
    if (signal.aborted) return;
    yield operation;
  }
}

async function* carryOut(
  { testBed, suites, operations }: Workshop,
  { mutants, dryRun, rounds: variations }: Plan,
  signal: AbortSignal,
): AsyncGenerator<Extract<MutationEvent, { type: 'mutant' | 'variation' }>, void, void> {
  for (const each of mutants) {
    if (signal.aborted) return;
    yield { type: 'mutant', result: await runMutant(testBed, suites, dryRun, each) };
  }
  for (const round of variations) {
    if (signal.aborted) return;
    for await (const trial of runVariations(testBed, suites, operations, round))
      yield { type: 'variation', result: trial };
  }
}

/** The cases of the suite that has most of them. */
function mostCases(suites: readonly MutationSuite[], operation: Operation): readonly Case[] {
  return suites
    .map((suite) => suite.casesOf(operation))
    .reduce((most, cases) => (cases.length > most.length ? cases : most), []);
}

/** The clauses that no break is known for, with the reason. */
function withoutBreak(clauses: readonly Clause[], mutants: readonly Mutant[], baseline: DryRunStats): NoMutant[] {
  const broken = new Set(mutants.map(({ clause }) => clause.id));
  return clauses
    .filter(({ id }) => !broken.has(id))
    .map((clause) => ({ clause, reason: whyUntested(clause, baseline) }));
}

function whyUntested({ direction, part }: Clause, { cases }: DryRunStats): string {
  if (direction === 'request') return 'no request that could be made is about it';
  if ('status' in part && cases.rejected === 0) return 'no request leads to such an answer';
  return part.kind === 'response-header'
    ? 'a header is text, whatever it says'
    : 'no answer that could be made mutants it';
}
