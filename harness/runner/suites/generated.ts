import type { Case, CaseResult, Operation } from '../../core/model.ts';
import { takeTurns } from '../../core/util/take-turns.ts';
import { boundaryCases, CASE_FAMILIES, casesFromBase } from '../../generate/boundary/boundary-cases.ts';
import { storedCasesFromBase } from '../../generate/boundary/stored-boundary-cases.ts';
import { isRandom, type RandomCase, randomCaseCount, randomCases } from '../../generate/random/random-cases.ts';
import { storedRandomCases } from '../../generate/random/stored-random-cases.ts';
import { establishBases } from '../establish/establish-bases.ts';
import type { EstablishedBase } from '../establish/establish-operation.ts';
import { CaseCountEstimate } from '../execute/case-estimate.ts';
import { executeCases } from '../execute/execute-cases.ts';
import { failureKeys, ShrinkCandidates, shrinkFailure } from '../execute/shrink.ts';
import { withRecords } from '../pool/suite-records.ts';
import { allowedEndings } from '../service/endings.ts';
import { informative } from '../settings/effort.ts';
import type { Family } from '../settings/repetition.ts';
import type { CaseSource, RunControl, Suite, SuiteContext } from '../suite.ts';
import { shareOf } from '../time-limit.ts';
import { inOrder } from './generated-order.ts';

export const GENERATED = 'generated';

/** Requests generated from the document: boundary values and violations of every clause, then random ones. */
export const generated: Suite = { name: GENERATED, run };

async function* run(given: SuiteContext): AsyncIterable<CaseResult> {
  const context = withRecords(given, GENERATED);
  const { records } = context.executor;
  const known = new Set<string>();
  const estimate = estimateFor(context);
  const { usual, deletions, endings } = inOrder(context);
  const weightOf = (group: Operation[]) => group.length * (usual.includes(group) ? 1 : LATE_WEIGHT);
  const groups = [...usual, ...deletions, ...endings];
  let open = groups.reduce((sum, group) => sum + weightOf(group), 0);
  for (const group of groups) {
    if (group === deletions[0]) await context.control.deletions?.wait(GENERATED, context.control);
    const deadline = shareOf(context.control.deadline, weightOf(group) / open);
    open -= weightOf(group);
    const operations = await allowedEndings(context, group);
    if (operations.length === 0) continue;
    const own = { ...context, source: { ...context.source, operations }, control: { ...context.control, deadline } };
    const bases = new Map<string, EstablishedBase>();
    yield* noting(known, establishBases(own, GENERATED, bases));
    context.control.firstTries?.open();
    if (records) yield* records.results();
    yield* noting(known, executeCases(own, GENERATED, establishedCases(own, bases, estimate)));
    yield* runRandom(own, bases, known);
    if (records) yield* records.results();
  }
  if (records) yield* records.cleanUp();
}

/** What comes late gets more of a limited time for each operation: it waits for other suites, and creates what it deletes. */
const LATE_WEIGHT = 3;

/** Adds the failures of results to those that are known. */
async function* noting(known: Set<string>, results: AsyncIterable<CaseResult>): AsyncIterable<CaseResult> {
  for await (const result of results) {
    for (const key of failureKeys(result)) known.add(key);
    yield result;
  }
}

/** Sends generated cases that were made beforehand. */
export function executeGenerated(context: SuiteContext, cases: Iterable<Case>): AsyncIterable<CaseResult> {
  return executeCases(context, GENERATED, cases);
}

/** All cases for a service that accepts every valid request, in the order in which they are sent. */
export function* generatedCases(source: CaseSource, onSkip: RunControl['onSkip']): Generator<Case> {
  for (const operation of source.operations) {
    const forked = source.unique.fork(`${GENERATED} ${operation.id}`);
    const onTimeout = () => onSkip(tookTooLong(operation));
    const cases = boundaryCases(source.contract, forked, operation, CASE_FAMILIES, onTimeout);
    if (!cases) onSkip(`no valid request could be made for ${operation.id}: give one with --examples`);
    const all = sendable(source, cases ?? []);
    yield* source.effort === 'quick' ? informative(all, 'first') : all;
  }
  for (const operation of source.operations) yield* randomCases(source.contract, operation, source);
}

/** The cases that are derived from established bases, but for those that were sent to establish them. */
function* establishedCases(
  { source, control }: SuiteContext,
  bases: ReadonlyMap<string, EstablishedBase>,
  estimate: CaseCountEstimate | undefined,
): Generator<Case> {
  const { onSkip, deadline } = control;
  const begin = performance.now();
  const isDue = () => performance.now() - begin > SHOW_ESTIMATE_AFTER_MS;
  const casesOf = (operation: Operation): Iterable<Case> => {
    const base = bases.get(operation.id);
    // Those of an operation without a base are known already.
    if (!base) estimate?.record(operation, 0, 1);
    if (!base) return [];
    const established = base.resultCount;
    const onTimeout = () => onSkip(tookTooLong(operation));
    const derived = (isWanted?: (id: string) => boolean) =>
      isWanted
        ? casesFromBase(base.context, CASE_FAMILIES, onTimeout, isWanted)
        : storedCasesFromBase(source.store, base.context, onTimeout);
    const own = repeated(control, operation, {
      has: (id) => !isRandom(id, operation),
      make: (isWanted) => filter(sendable(source, derived(isWanted)), ({ id }) => !base.sent.has(id)),
    });
    return estimate ? counted(own, isDue, (count) => estimate.record(operation, count + established)) : own;
  };
  const { operations, effort } = source;
  if (effort === 'quick') yield* inTurns(operations, (each) => informative(casesOf(each), 'first'), deadline);
  else if (Number.isFinite(deadline)) yield* mostInformativeFirst(operations, casesOf, deadline);
  else yield* inTurns(operations, casesOf, deadline);
}

/** What tests each clause for the first time, as long as there is time; then all others, which are made once more, not kept. */
function* mostInformativeFirst(
  operations: readonly Operation[],
  casesOf: (operation: Operation) => Iterable<Case>,
  deadline: number,
): Generator<Case> {
  const taken = new Map<Operation, number>();
  function* first(operation: Operation): Generator<Case> {
    for (const each of informative(casesOf(operation), 'first')) {
      if (performance.now() > deadline) return;
      taken.set(operation, (taken.get(operation) ?? 0) + 1);
      yield each;
    }
  }
  yield* inTurns(operations, first, deadline);
  yield* inTurns(operations, (each) => informative(casesOf(each), 'further', taken.get(each)), deadline);
}

/** The first few cases of an operation are valid and invalid ones. */
const CASES_PER_TURN = 8;

/** One operation after the other; if time is limited, every operation gets its share of it. */
function* inTurns<T>(
  operations: readonly Operation[],
  casesOf: (operation: Operation) => Iterable<T>,
  deadline: number,
): Generator<T> {
  if (Number.isFinite(deadline)) yield* takeTurns(operations.map(casesOf), CASES_PER_TURN);
  else for (const operation of operations) yield* casesOf(operation);
}

/** The cases of an operation that the run sends: all, or those that it repeats. */
function repeated<T extends Case>({ repetition }: RunControl, operation: Operation, family: Family<T>): Generator<T> {
  return repetition ? repetition.casesOf(GENERATED, operation, family) : family.make();
}

function tookTooLong({ id }: Operation): string {
  return `no further request was made for ${id}: one takes too long to make`;
}

function sendable({ hasCredentials }: CaseSource, cases: Iterable<Case>): Generator<Case> {
  return filter(cases, ({ withoutCredentials }) => hasCredentials || !withoutCredentials);
}

/** A run that takes longer shows an estimate of its end. */
const SHOW_ESTIMATE_AFTER_MS = 500;

/** Limits how long cases are generated ahead: they would fill the memory, and nothing else runs meanwhile. */
const PREGENERATE_MS = 100;

/** Yields the cases one at a time and reports their number: at the end, or once due if the rest is generated soon. */
function* counted(cases: Generator<Case>, isDue: () => boolean, report: (count: number) => void): Generator<Case> {
  let count = 0;
  for (let next = cases.next(); ; next = cases.next()) {
    if (next.done) return report(count);
    count++;
    yield next.value;
    if (isDue()) break;
  }
  const rest: Case[] = [];
  let isAll = false;
  for (const end = performance.now() + PREGENERATE_MS; !isAll && performance.now() < end; ) {
    const next = cases.next();
    isAll = next.done === true;
    if (!next.done) rest.push(next.value);
  }
  count += rest.length;
  if (isAll) report(count);
  yield* rest;
  if (isAll) return;
  for (const each of cases) {
    count++;
    yield each;
  }
  report(count);
}

function* filter<T>(items: Iterable<T>, predicate: (item: T) => boolean): Generator<T> {
  for (const item of items) if (predicate(item)) yield item;
}

function estimateFor({ source, control }: SuiteContext): CaseCountEstimate | undefined {
  const { onCaseCount, deadline, repetition } = control;
  // Taking turns, all operations end at about the same time.
  if (!onCaseCount || Number.isFinite(deadline) || repetition) return undefined;
  const { contract, operations, randomCases: runs } = source;
  const requestClauses = (operation: Operation) =>
    contract.clausesOf(operation).filter(({ direction }) => direction === 'request').length;
  return new CaseCountEstimate(operations, requestClauses, randomCaseCount(runs), onCaseCount);
}

/** Sends random requests, and shrinks the first that shows each failure that nothing has shown before. */
async function* runRandom(
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
