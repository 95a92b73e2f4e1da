import type { Case, Operation } from '../../../core/model.ts';
import { boundaryCases, CASE_FAMILIES, casesFromBase } from '../../../generate/boundary/boundary-cases.ts';
import { storedCasesFromBase } from '../../../generate/boundary/stored-boundary-cases.ts';
import { isRandom, randomCases } from '../../../generate/random/random-cases.ts';
import type { EstablishedBase } from '../../establish/establish-operation.ts';
import type { CaseCountEstimate } from '../../execute/case-estimate.ts';
import { informative } from '../../settings/effort.ts';
import type { CaseSource, RunControl, SuiteContext } from '../../suite.ts';
import { countedCases } from './counted-cases.ts';
import { GENERATED } from './name.ts';
import { inTurns, repeated } from './turns.ts';

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
export function* establishedCases(
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
    return estimate ? countedCases(own, isDue, (count) => estimate.record(operation, count + established)) : own;
  };
  const { operations, effort } = source;
  if (effort === 'quick') yield* inTurns(operations, (each) => informative(casesOf(each), 'first'), deadline);
  else if (Number.isFinite(deadline)) yield* mostInformativeFirst(operations, casesOf, deadline);
  else yield* inTurns(operations, casesOf, deadline);
}

/** A run that takes longer shows an estimate of its end. */
const SHOW_ESTIMATE_AFTER_MS = 500;

/** What tests each clause for the first time, as long as there is time; then all others, which are made once more, not kept. */
function* mostInformativeFirst(
  operations: readonly Operation[],
  casesOf: (operation: Operation) => Iterable<Case>,
  deadline: number,
): Generator<Case> {
  const taken = new Map<Operation, number>();
  function* first(operation: Operation): Generator<Case> {
    // To make the first case of each of a thousand operations takes seconds, which others wait for.
    if (performance.now() > deadline) return;
    for (const each of informative(casesOf(operation), 'first')) {
      if (performance.now() > deadline) return;
      taken.set(operation, (taken.get(operation) ?? 0) + 1);
      yield each;
    }
  }
  yield* inTurns(operations, first, deadline);
  yield* inTurns(operations, (each) => informative(casesOf(each), 'further', taken.get(each)), deadline);
}

function tookTooLong({ id }: Operation): string {
  return `no further request was made for ${id}: one takes too long to make`;
}

function sendable({ hasCredentials }: CaseSource, cases: Iterable<Case>): Generator<Case> {
  return filter(cases, ({ withoutCredentials }) => hasCredentials || !withoutCredentials);
}

function* filter<T>(items: Iterable<T>, predicate: (item: T) => boolean): Generator<T> {
  for (const item of items) if (predicate(item)) yield item;
}
