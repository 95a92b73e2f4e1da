import { setImmediate } from 'node:timers/promises';
import { documentsSuccess } from '../checks/response.ts';
import { isOptionalProperty } from '../core/clause-part.ts';
import type { Case, Clause, Operation } from '../core/model.ts';
import { whyAlwaysOfType, whyNotChecked } from '../openapi/clauses/not-checked.ts';
import { needsFragment } from '../openapi/fragments.ts';
import { needsRealAccount } from '../runner/conclude/sign-in.ts';
import { DryRun, type DryRunStats, measureDryRun } from './dry-run.ts';
import type { Mutant } from './mutant.ts';
import { createMutants } from './mutators/index.ts';
import { createMutationContext, type MutationContext } from './operation-context.ts';
import type { RecordBed } from './records/record-bed.ts';
import type { RecordMutant } from './records/record-mutants.ts';
import type { NoMutant } from './report.ts';
import { RequestParser } from './request-parser.ts';
import type { MutationConfig, MutationPart, MutationSession } from './session.ts';
import { allCases, type MutationSuite } from './suites.ts';
import { groupCompatible } from './variations/combine.ts';
import { conformingVariations } from './variations/index.ts';
import type { Variation } from './variations/variation.ts';

/** The mutants and variations to run. */
export interface MutationPlan {
  readonly mutants: readonly Mutant[];
  /** The operations of which not all cases could be made in time: one that is missing may be what kills a mutant. */
  readonly withoutTime: ReadonlySet<Operation>;
  readonly rounds: readonly (readonly Variation[])[];
  readonly recordMutants: readonly RecordMutant[];
  readonly recordVariations: RecordBed['variations'];
  readonly withoutMutants: readonly NoMutant[];
}

/**
 * Runs the cases once against the mock as it is, and makes mutants and variations of what they show.
 * @returns undefined if it was aborted: what such a dry run shows is no reason for or against a mutant
 */
export async function planMutationTests(
  { contract, unique, operations: all, testBed }: MutationSession,
  { operations, suites, records }: MutationPart,
  { tries = () => true, rounds = () => true }: Pick<MutationConfig, 'tries' | 'rounds'>,
  signal: AbortSignal,
): Promise<MutationPlan | undefined> {
  const reader = new RequestParser(contract);
  const contexts: MutationContext[] = [];
  const mutants: Mutant[] = [];
  const withoutMutants: NoMutant[] = [];
  const withoutTime = new Set<Operation>();
  for await (const operation of withYields(operations, signal)) {
    for (const suite of suites) if ((await suite.prepare?.(operation, signal)) === false) withoutTime.add(operation);
    const dryRun = await DryRun.of(testBed, operation, allCases(suites, operation), signal);
    const stats = measureDryRun(operation, mostCases(suites, operation), dryRun);
    const context = createMutationContext(contract, unique, operation, reader, stats);
    const untested = whyUntested(operation);
    const created = untested === undefined ? createMutants(context, stats) : [];
    const own = created.filter((each) => !each.dependsOnDocument || dryRun.isAnyChanged(each));
    contexts.push(context);
    // Without a suite of cases, only mutants of records are run.
    if (suites.length === 0) continue;
    mutants.push(...own.filter(tries));
    const why = untested ?? (withoutTime.has(operation) ? NO_TIME : undefined);
    withoutMutants.push(...clausesWithoutMutant(contract.clausesOf(operation), own, context, stats, why));
  }
  const recordMutants = ((await records?.mutants()) ?? []).filter(
    (each) => all.includes(each.operation) && tries(each),
  );
  if (signal.aborted) return undefined;
  return {
    mutants,
    withoutTime,
    withoutMutants,
    rounds:
      suites.length === 0
        ? []
        : groupCompatible(conformingVariations({ contract, reader, subjects: contexts })).filter(
            (_, index) => index === 0 || rounds(index),
          ),
    recordMutants,
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
  context: MutationContext,
  stats: DryRunStats,
  why: string | undefined,
): NoMutant[] {
  const { operation, allParts } = context;
  const { document } = context.contract;
  const isOpen = needsRealAccount(operation, allParts?.body);
  const violated = new Set(mutants.map(({ clause }) => clause.id));
  return clauses
    .filter(({ id }) => !violated.has(id))
    .map((clause) => ({
      clause,
      reason:
        why ??
        whyNotChecked(document, operation, clause) ??
        whyNeverAsked(context, clause) ??
        whyWithoutMutant(operation, clause, isOpen, stats),
    }));
}

function whyNeverAsked({ operation, unasked }: MutationContext, { part }: Clause): string | undefined {
  if (part.kind !== 'response-body') return undefined;
  const spec = operation.responses.find(({ key }) => key === part.status);
  const type = spec?.content.find((each) => each.type === part.mediaType);
  return type && unasked.has(type) ? `no valid value of the schema stays valid as ${part.mediaType}` : undefined;
}

const NO_TIME = 'not all requests of its operation could be made in time';

/** Without a success, no response to a valid request differs from one to an invalid request. */
function whyUntested(operation: Operation): string | undefined {
  if (!documentsSuccess(operation)) return 'its operation documents no success';
  return needsFragment(operation)
    ? 'only a fragment, which clients do not send, tells its operation from another'
    : undefined;
}

function whyWithoutMutant(operation: Operation, clause: Clause, needsAccount: boolean, { cases }: DryRunStats): string {
  const { direction, part } = clause;
  if (needsAccount && direction === 'request') return 'nobody can sign in with made-up values';
  const typed = whyAlwaysOfType(operation, clause);
  if (typed !== undefined) return typed;
  if (direction === 'request')
    return isOptionalProperty(clause)
      ? 'no valid request without it is known'
      : 'no request that violates only this clause is known';
  if ('status' in part && !/^[123]/.test(part.status) && cases.rejected === 0) return 'no request gets this response';
  return part.kind === 'response-header' ? 'any header value is a string' : 'no response that violates it is known';
}
