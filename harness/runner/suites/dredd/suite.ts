import { DREDD } from '../../../core/check-ids.ts';
import type { Case, CaseResult } from '../../../core/model.ts';
import type { Suite, SuiteContext } from '../../suite.ts';
import { exampleCases } from '../examples.ts';
import { DreddError, type DreddWorker, startDreddWorker } from './client.ts';
import { toCaseResult } from './outcome.ts';
import { createTransaction, type PlannedTransaction } from './transactions.ts';
import type { DreddResult } from './worker/messages.ts';

/**
 * Dredd on every documented response of every operation, with the accepted and refused examples. Its thread starts to load Dredd at once;
 * a run that ended before its time took it along, and the next starts another.
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

const CONFLICT_ATTEMPTS = 2;

async function* runDredd(context: SuiteContext, worker: DreddWorker): AsyncIterable<CaseResult> {
  const possible = exampleCases(context).flatMap((each, index) => createTransaction(context, each, String(index), 0));
  if (possible.length === 0) return context.onSkip('no example gives a request that Dredd could send');
  let planned = possible.filter(({ case: asked }) => context.isInShard?.(asked) ?? true);
  context.onCaseCount?.(possible.length);
  const progress: Progress = { consecutiveTimeouts: 0, totalTimeouts: 0, end: undefined };
  for (let attempt = 1; planned.length > 0; attempt++) {
    const again: PlannedTransaction[] = [];
    let left = planned.length;
    for await (const { testCase, result } of inBatches(context, worker, planned, progress)) {
      const { example, transaction } = testCase;
      const taken = attempt <= CONFLICT_ATTEMPTS && isTaken(testCase.case, result);
      const next =
        taken && example.withUniqueValues ? createTransaction(context, example, transaction.id, attempt) : [];
      again.push(...next);
      left--;
      if (next.length === 0) yield toCaseResult(context, testCase.case, result);
    }
    left += again.length;
    if (progress.end !== undefined) return left > 0 ? context.onSkip(progress.end, left) : undefined;
    planned = again;
  }
}

/** After so many transactions in a row without an answer in time or without an end, or so many in all, no more are run: each would take as long. */
const MAX_TIMEOUTS = { row: 3, all: 6 };

/** How many transactions were not answered in time, and why no more are run. */
interface Progress {
  consecutiveTimeouts: number;
  totalTimeouts: number;
  end: string | undefined;
}

interface Answered {
  readonly testCase: PlannedTransaction;
  readonly result: DreddResult;
}

/** Dredd keeps all that it has sent and seen until it is done with what it was given. */
const BATCH = 200;

async function* inBatches(
  context: SuiteContext,
  worker: DreddWorker,
  planned: readonly PlannedTransaction[],
  progress: Progress,
): AsyncGenerator<Answered> {
  for (let first = 0; first < planned.length && progress.end === undefined; first += BATCH)
    yield* resultsOf(context, worker, planned.slice(first, first + BATCH), progress);
}

async function* resultsOf(
  context: SuiteContext,
  worker: DreddWorker,
  planned: readonly PlannedTransaction[],
  progress: Progress,
): AsyncGenerator<Answered> {
  const byId = new Map(planned.map((each) => [each.transaction.id, each]));
  const results = worker.run({
    endpoint: context.target.baseUrl,
    transactions: planned.map(({ transaction }) => transaction),
    timeoutMs: context.timeoutMs,
    ...(context.transport ? { transport: context.transport } : {}),
    signal: context.signal,
  });
  try {
    for await (const result of results) {
      const testCase = byId.get(result.id);
      byId.delete(result.id);
      if (testCase) yield { testCase: testCase, result };
      progress.end = whyEnd(context, progress, result);
      if (progress.end !== undefined) return;
    }
  } catch (error) {
    if (context.signal.aborted) {
      progress.end = 'the run was stopped';
      return;
    }
    if (!(error instanceof DreddError)) throw error;
    for (const asked of byId.values()) yield { testCase: asked, result: unasked(asked, error.message) };
  }
}

function whyEnd(
  context: SuiteContext,
  progress: Progress,
  { networkError, durationMs }: DreddResult,
): string | undefined {
  const expired =
    networkError === 'timeout' ||
    networkError === 'too-large' ||
    (networkError === 'connect' && durationMs >= context.timeoutMs);
  progress.consecutiveTimeouts = expired ? progress.consecutiveTimeouts + 1 : 0;
  progress.totalTimeouts += Number(expired);
  const { consecutiveTimeouts, totalTimeouts } = progress;
  if (consecutiveTimeouts >= MAX_TIMEOUTS.row)
    return `${consecutiveTimeouts} transactions in a row were not answered in time`;
  if (totalTimeouts >= MAX_TIMEOUTS.all) return `${totalTimeouts} transactions were not answered in time`;
  return performance.now() > context.deadline ? 'the time of --max-time was over' : undefined;
}

function unasked({ transaction: { id } }: PlannedTransaction, reason: string): DreddResult {
  return { id, status: 'error', errors: [], reason, durationMs: 0 };
}

/** Whether the record that should be made is there already, and other values for what identifies it may be asked for. */
function isTaken({ expectation }: Case, { actual, errors }: DreddResult): boolean {
  return expectation === 'accept' && actual?.statusCode === 409 && errors.every(({ field }) => field !== 'headers');
}
