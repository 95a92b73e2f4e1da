import type { CaseResult, Operation } from '../../core/model.ts';
import { EventLoopYielder } from '../../core/util/event-loop.ts';
import { listNames } from '../../core/util/list-names.ts';
import { mapConcurrent } from '../../core/util/map-concurrent.ts';
import { casesFromBase, createBoundaryContext } from '../../generate/boundary/boundary-cases.ts';
import { uniqueFieldNames } from '../../generate/requests/find-unique-fields.ts';
import type { SpecifiedCase } from '../../generate/requests/test-case.ts';
import { credentialsKnowledge, credentialsReason } from '../conclude/inconclusive.ts';
import { learnUniqueFields } from '../conclude/unique-fields-probe.ts';
import { evaluate } from '../execute/evaluate.ts';
import { executeCase } from '../execute/execute-case.ts';
import { countSkippedMs } from '../execute/execute-cases.ts';
import { needsRecords, writersOf } from '../pool/record-use.ts';
import { CircuitBreaker, crashReason } from '../service/circuit-breaker.ts';
import { informative } from '../settings/effort.ts';
import type { Executor, SuiteContext } from '../suite.ts';
import { type EstablishedBase, type Establishment, establishOperation } from './establish-operation.ts';
import { onLiveRecords } from './live-start.ts';
import type { DecisivePart, Search } from './search.ts';

/** An operation whose base is looked for. */
interface Pending {
  readonly operation: Operation;
  readonly search: Search<Establishment>;
  /** What came so far. */
  readonly results: CaseResult[];
  next: IteratorResult<Parameters<typeof executeCase>[2], Establishment>;
}

/**
 * Finds a request that the service accepts now for each operation, breadth-first: every operation gets its first
 * request before any gets its second, because a later one may need what another operation has created.
 * @param name of the suite for which the results count
 * @param bases is filled, by operation id
 */
export async function* establishBases(
  context: SuiteContext,
  name: string,
  bases: Map<string, EstablishedBase>,
): AsyncGenerator<CaseResult, void, void> {
  const { source, executor, control } = context;
  const live = executor.records?.live;
  const breaker = new CircuitBreaker(control, executor.serviceState);
  const failed: Establishment[] = [];
  const finished = new Set<string>();
  const isDependent = (operation: Operation) => live !== undefined && needsRecords(live.model, operation);
  // What creates records comes first: what it does not accept is not tried again for each record.
  for (const dependent of [false, true]) {
    const operations = source.operations.filter((operation) => isDependent(operation) === dependent);
    const wave = { ...context, source: { ...source, operations } };
    yield* establishWave(wave, { name, bases, failed, finished, breaker });
    for (const operation of operations)
      if (bases.has(operation.id)) {
        await learnUniqueOfRecords(executor, operation);
        await live?.prepareFor(operation, control.concurrency);
      } else live?.block(operation);
  }
  for (const { results } of failed)
    yield* reported(
      results.map((result) => withAdvice(executor, result)),
      context,
    );
  const end = breaker.reason;
  const isDone = ({ id }: Operation) => end === undefined || finished.has(id);
  reportUnestablished(
    source.operations.filter((each) => isDone(each) && !bases.has(each.id)),
    control,
  );
  if (end !== undefined)
    reportNotReached(
      context,
      source.operations.filter((each) => !isDone(each)),
      end,
    );
}

/** Learns what has to be unique in records before their values are varied, so that no case is the first to find out. */
async function learnUniqueOfRecords(executor: Executor, operation: Operation): Promise<void> {
  const { contract, records, unique, serviceState } = executor;
  const writers = records && writersOf(records.live.model, operation);
  if (!writers || serviceState.unreachable !== undefined) return;
  const learned = await learnUniqueFields(executor, operation);
  const duplicate = serviceState.duplicates.get(operation.id);
  for (const writer of writers) {
    const { id } = writer;
    const own = uniqueFieldNames(contract, writer);
    unique.learn(id, [...new Set([...unique.observedFor(id), ...learned.filter((name) => own.includes(name))])]);
    if (duplicate !== undefined) serviceState.duplicates.set(id, duplicate);
  }
}

interface Progress {
  readonly name: string;
  readonly bases: Map<string, EstablishedBase>;
  readonly failed: Establishment[];
  /** Ids of the operations that were tried. */
  readonly finished: Set<string>;
  readonly breaker: CircuitBreaker;
}

async function* establishWave(
  context: SuiteContext,
  { name, bases, failed, finished, breaker }: Progress,
): AsyncGenerator<CaseResult, void, void> {
  const { executor, control } = context;
  for (let round = await searches(context, name, breaker); round.length > 0; ) {
    const rest: Pending[] = [];
    const send = async (each: Pending) => {
      if (each.next.done || breaker.reason !== undefined) return each;
      const ended = crashReason(executor.serviceState, each.operation.id);
      if (ended !== undefined) {
        each.next = { done: true, value: { base: undefined, reason: ended, results: each.results } };
        return each;
      }
      const result = await executeCase(executor, name, each.next.value);
      breaker.record(result);
      // The run ended before it was tried.
      if (isAborted(result)) return each;
      each.results.push(result);
      each.next = each.search.next(result);
      return each;
    };
    for await (const each of mapConcurrent(round, control.concurrency, send)) {
      const { next, operation } = each;
      if (next.done) finished.add(operation.id);
      if (!next.done) rest.push(each);
      else if (!next.value.base) failed.push(next.value);
      else {
        bases.set(operation.id, next.value.base);
        executor.serviceState.bases.set(operation.id, { accepted: next.value.base.accepted });
        yield* reported(next.value.results, context);
      }
    }
    round = rest;
    if (breaker.reason === undefined) continue;
    for (const { results } of rest) yield* reported(results.filter(isNoFailure), context);
    return;
  }
}

/** One after the other, so that the same records are created in every run. */
async function searches(
  { source, executor, control }: SuiteContext,
  name: string,
  breaker: CircuitBreaker,
): Promise<Pending[]> {
  const { contract, unique, operations } = source;
  const attribute = ({ part, testCase, result }: DecisivePart): CaseResult => {
    const { status, exchange } = result;
    if (status !== 'fail' || !exchange) return result;
    const { request, response } = exchange;
    const sent = { ...testCase, request, targets: [part.clause] };
    return { ...evaluate(executor, name, { case: sent, response }), exchange };
  };
  const pending: Pending[] = [];
  const yielder = new EventLoopYielder();
  for (const operation of operations) {
    if (yielder.isDue) await yielder.yieldNow();
    if (breaker.reason !== undefined) break;
    const unbound = createBoundaryContext(contract, unique.fork(`${name} ${operation.id}`), operation);
    const start = unbound && (await onLiveRecords(unbound, executor));
    if (!start) {
      control.onSkip(`no valid request could be made for ${operation.id}: give one with --examples`);
      continue;
    }
    const own = source.examples.filter((each) => each.operation === operation && each.expectation === 'accept');
    const examples: SpecifiedCase[] = [];
    for (const each of own) examples.push((await executor.records?.live.bindExample(each)) ?? each);
    if (yielder.isDue) await yielder.yieldNow();
    const search = establishOperation({ ...start, examples, attribute });
    pending.push({ operation, search, results: [], next: search.next() });
  }
  return pending;
}

function isAborted({ exchange }: CaseResult): boolean {
  return exchange !== undefined && 'kind' in exchange.response && exchange.response.kind === 'aborted';
}

/** A request that was rejected shows nothing before others were tried. */
function isNoFailure({ status }: CaseResult): boolean {
  return status !== 'fail';
}

/** The results of selected cases. */
function* reported(results: readonly CaseResult[], { control }: SuiteContext): Generator<CaseResult> {
  for (const result of results) if (control.isSelected?.(result.case, result.operation) ?? true) yield result;
}

/** What is known of the credentials only after all operations were tried. */
function withAdvice(executor: Executor, result: CaseResult): CaseResult {
  const response = result.exchange?.response;
  const operation = executor.contract.operation(result.operation);
  if (!result.inconclusive || !operation || !response || 'kind' in response) return result;
  const { text } = credentialsReason(response.status, credentialsKnowledge(executor, operation));
  return { ...result, inconclusiveReason: text };
}

function reportUnestablished(operations: readonly Operation[], { onSkip }: SuiteContext['control']): void {
  if (operations.length === 0) return;
  onSkip(
    `the generated requests of ${listNames(operations.map(({ id }) => id))} were not sent: no valid request was accepted`,
  );
}

/** Counts the cases of operations that the run did not come to. */
function reportNotReached(
  { source, executor, control }: SuiteContext,
  operations: readonly Operation[],
  end: string,
): void {
  if (operations.length === 0) return;
  for (const { id } of operations) executor.serviceState.notReached.set(id, end);
  const countUntil = performance.now() + countSkippedMs(control);
  let count = 0;
  let isAll = true;
  for (const operation of operations) {
    const context = createBoundaryContext(source.contract, source.unique.fork(operation.id), operation);
    const cases = context ? casesFromBase({ ...context, isEstablished: true }) : [];
    for (const { id } of source.effort === 'quick' ? informative(cases, 'first') : cases) {
      isAll = performance.now() < countUntil;
      if (!isAll) break;
      if (control.isSelected?.(id, operation.id) ?? true) count++;
    }
    if (!isAll) break;
  }
  control.onSkip(`${end}, before ${listNames(operations.map(({ id }) => id))}`, Math.max(1, count), isAll);
}
