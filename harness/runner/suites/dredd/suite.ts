import { DREDD } from '../../../core/check-ids.ts';
import type { Case, CaseResult } from '../../../core/model.ts';
import { groupBy } from '../../../core/util/group-by.ts';
import { isSpecified } from '../../../generate/requests/test-case.ts';
import { splitDeletions } from '../../execute/last-deletions.ts';
import { withLineage } from '../../pool/lineage.ts';
import { deletesOnlyOne } from '../../pool/record-use.ts';
import { withRecords } from '../../pool/suite-records.ts';
import type { Prepared } from '../../pool/tenancy.ts';
import { crashReason, deadlineReason, STOPPED, timeoutReason } from '../../service/circuit-breaker.ts';
import { TimeoutCount } from '../../service/service-state.ts';
import type { Executor, Suite, SuiteContext } from '../../suite.ts';
import { fromDocument } from '../examples.ts';
import { DreddError, type DreddWorker, startDreddWorker } from './client.ts';
import { explainDreddResult } from './lost-connection.ts';
import { toCaseResult, toResponse } from './outcome.ts';
import { createTransaction, type PlannedTransaction, withHookChanges } from './transactions.ts';
import type { DreddResult } from './worker/messages.ts';

/**
 * Dredd with the examples, on every documented response of every operation. Its thread loads Dredd right away; a run that
 * is cut short ends the thread, and the next run starts a new one.
 */
export function createDreddSuite(): Suite {
  let worker = startDreddWorker();
  return {
    name: DREDD,
    run(context) {
      if (worker.ended) worker = startDreddWorker();
      return runDredd(context, worker);
    },
    close: () => worker.stop(),
  };
}

const MAX_REPEATS = 2;

async function* runDredd(given: SuiteContext, worker: DreddWorker): AsyncIterable<CaseResult> {
  const context = withRecords(given, DREDD);
  const { executor } = context;
  await context.control.firstTries?.pass(context.control);
  const examples = await onLiveRecords(context);
  const possible = examples.flatMap((each, index) => createTransaction(executor, each, String(index), 0));
  if (possible.length === 0)
    context.control.onSkip('it has nothing to send: give examples in the document, or with --examples');
  context.control.onCaseCount?.(possible.length);
  const { others, deletions } = await splitDeletions(context, possible, ({ example: { case: each } }) =>
    isSpecified(each) ? fromDocument(each) : undefined,
  );
  // One for both: what ended the first part ended the thread, too.
  const progress: Progress = { timeouts: new TimeoutCount(), end: undefined };
  yield* runTransactions(context, worker, others, progress);
  if (deletions.length > 0) await context.control.deletions?.wait(DREDD, context.control);
  const isOnlyOne = ({ case: { operation } }: PlannedTransaction) =>
    executor.records !== undefined && deletesOnlyOne(executor.records.live.model, operation);
  yield* runTransactions(
    context,
    worker,
    deletions.flat().filter((each) => !isOnlyOne(each)),
    progress,
  );
  for (const each of deletions.flat().filter(isOnlyOne)) yield* await runAlone(context, worker, each, progress);
  if (executor.records) yield* executor.records.cleanUp();
}

/** The examples with live records, where the document and the user give none. */
async function onLiveRecords({ source, executor }: SuiteContext): Promise<readonly Prepared[]> {
  const examples: Prepared[] = [];
  for (const each of source.examples) {
    examples.push((await executor.records?.live.prepareAlone(each)) ?? { case: each });
  }
  return examples;
}

/** Deletes the only record of its type, which is created again for it. */
function runAlone(
  context: SuiteContext,
  worker: DreddWorker,
  planned: PlannedTransaction,
  progress: Progress,
): Promise<CaseResult[]> {
  const { records, serviceState } = context.executor;
  return serviceState.onlyOnes.run(planned.case.operation.id, async () => {
    const { case: testCase } = planned.example;
    if (isSpecified(testCase)) await records?.live.prepareAlone(testCase);
    const results: CaseResult[] = [];
    for await (const each of runTransactions(context, worker, [planned], progress)) results.push(each);
    return results;
  });
}

async function* runTransactions(
  context: SuiteContext,
  worker: DreddWorker,
  possible: readonly PlannedTransaction[],
  progress: Progress,
): AsyncIterable<CaseResult> {
  const { executor, control } = context;
  let planned = possible.filter(
    ({ case: testCase }) => control.isSelected?.(testCase.id, testCase.operation.id) ?? true,
  );
  for (let attempt = 1; planned.length > 0; attempt++) {
    planned = withoutEnding(context, planned);
    const again: PlannedTransaction[] = [];
    let left = planned.length;
    for await (const { testCase, result: received } of inBatches(context, worker, planned, progress)) {
      if (wasSent(received)) await executor.notify?.(testCase.case.request, toResponse(received));
      const explained = await explainDreddResult(executor, testCase, received);
      progress.end ??= executor.serviceState.unreachable;
      const result = explained ?? received;
      const next = attempt > MAX_REPEATS ? [] : await repetition(executor, testCase, explained, attempt);
      again.push(...next);
      left--;
      if (next.length === 0) yield resultOf(executor, testCase, result);
    }
    left += again.length;
    if (progress.end !== undefined) return left > 0 ? control.onSkip(progress.end, left) : undefined;
    planned = again;
  }
}

/** The transactions of operations that do not end the service again and again. */
function withoutEnding({ executor, control }: SuiteContext, planned: readonly PlannedTransaction[]) {
  const reasonOf = (each: PlannedTransaction) => crashReason(executor.serviceState, each.case.operation.id);
  for (const [reason = '', { length }] of groupBy(planned, reasonOf)) if (reason) control.onSkip(reason, length);
  return planned.filter((each) => reasonOf(each) === undefined);
}

/**
 * The transaction that is run again: with other unique values if those are taken, with another token if it has expired, or because
 * another request ended the service.
 */
async function repetition(
  executor: Executor,
  planned: PlannedTransaction,
  result: DreddResult | undefined,
  attempt: number,
): Promise<PlannedTransaction[]> {
  const { example, transaction } = planned;
  if (!result) return [planned];
  const isExpired = result.actual?.statusCode === 401 && (await executor.renew?.(planned.case.request)) === true;
  if (!isExpired && (!isTaken(planned.case, result) || !example.case.withUniqueValues)) return [];
  return createTransaction(executor, example, transaction.id, attempt);
}

function resultOf(
  executor: Executor,
  { example, case: testCase }: PlannedTransaction,
  received: DreddResult,
): CaseResult {
  const result = toCaseResult(executor, testCase, received);
  const response = result.exchange?.response;
  if (!response || !isSpecified(testCase)) return result;
  const exchange = { case: testCase, response };
  executor.records?.created.add(exchange, testCase.spec);
  return withLineage(result, example, exchange);
}

/** Dredd runs one transaction after another, and each timeout takes as long. */
const MAX_WAITS = { consecutive: 3, total: 6 };

interface Progress {
  readonly timeouts: TimeoutCount;
  /** Why no more transactions are run. */
  end: string | undefined;
}

interface TransactionResult {
  readonly testCase: PlannedTransaction;
  readonly result: DreddResult;
}

/** Dredd keeps all requests and responses in memory until it is done with a batch. */
const BATCH_SIZE = 200;

function withChanges({ executor }: SuiteContext, batch: readonly PlannedTransaction[]): Promise<PlannedTransaction[]> {
  return Promise.all(batch.map((planned) => withHookChanges(executor, planned)));
}

async function* inBatches(
  context: SuiteContext,
  worker: DreddWorker,
  planned: readonly PlannedTransaction[],
  progress: Progress,
): AsyncGenerator<TransactionResult> {
  for (let first = 0; first < planned.length && progress.end === undefined; first += BATCH_SIZE)
    yield* resultsOf(context, worker, await withChanges(context, planned.slice(first, first + BATCH_SIZE)), progress);
}

async function* resultsOf(
  { executor, control }: SuiteContext,
  worker: DreddWorker,
  planned: readonly PlannedTransaction[],
  progress: Progress,
): AsyncGenerator<TransactionResult> {
  const byId = new Map(planned.map((each) => [each.transaction.id, each]));
  const results = worker.run({
    endpoint: executor.client.baseUrl,
    transactions: planned.map(({ transaction }) => transaction),
    timeoutMs: executor.timeoutMs,
    ...(executor.transport ? { transport: executor.transport } : {}),
    signal: executor.signal,
  });
  try {
    for await (const result of results) {
      const testCase = byId.get(result.id);
      byId.delete(result.id);
      if (testCase) yield { testCase, result };
      progress.timeouts.record(isTimeout(result, executor.timeoutMs), result.durationMs);
      progress.end = timeoutReason(progress.timeouts, MAX_WAITS) ?? deadlineReason(control);
      if (progress.end !== undefined) return;
    }
  } catch (error) {
    if (executor.signal.aborted) {
      progress.end = deadlineReason(control) ?? STOPPED;
      return;
    }
    if (!(error instanceof DreddError)) throw error;
    for (const testCase of byId.values()) yield { testCase, result: notSent(testCase, error.message) };
  }
}

function wasSent({ actual, networkError }: DreddResult): boolean {
  return actual !== undefined || networkError !== undefined;
}

/** True for a transaction without a response, or without its end, in time. */
function isTimeout({ networkError, durationMs }: DreddResult, timeoutMs: number): boolean {
  if (networkError === 'timeout' || networkError === 'too-large') return true;
  return networkError === 'connect' && durationMs >= timeoutMs;
}

function notSent({ transaction: { id } }: PlannedTransaction, reason: string): DreddResult {
  return { id, status: 'error', errors: [], reason, durationMs: 0 };
}

/** Whether the record that should be created exists already, and other unique values may be accepted. */
function isTaken({ expectation }: Case, { actual, errors }: DreddResult): boolean {
  return expectation === 'accept' && actual?.statusCode === 409 && errors.every(({ field }) => field !== 'headers');
}
