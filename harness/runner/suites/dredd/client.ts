/** Drives Dredd in a thread of its own: transactions in, results out. */
import type { Transport } from '../../../http/transport.ts';
import { ResultLedger } from './ledger.ts';
import { DreddWorkerThread } from './thread.ts';
import type { DreddHeader, DreddPlan, DreddResult, DreddTransaction } from './worker/messages.ts';

export interface DreddRun {
  /** Base URL of the service, with or without a path. */
  readonly endpoint: string;
  readonly transactions: readonly DreddTransaction[];
  /** The longest that one transaction may take, from connecting to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Sent with every transaction, in the place of its headers of the same names. */
  readonly headers?: readonly DreddHeader[];
  /** How the endpoint is reached; unless given, directly and as fast as it answers. */
  readonly transport?: Transport;
  readonly signal: AbortSignal;
  /** How long beyond `timeoutMs` the thread may be silent, loading Dredd or judging an answer; 30,000 unless given. */
  readonly graceMs?: number;
}

export interface DreddWorker {
  /** Whether the thread has ended, so that there are no more runs. */
  readonly ended: boolean;
  /**
   * Runs the transactions one after another and gives each result as it comes. One run at a time.
   * Throws `DreddError` for a transaction without a result or a Dredd that broke down, and the signal's reason when aborted; the
   * thread has ended by then.
   */
  run(options: DreddRun): AsyncGenerator<DreddResult, void, void>;
  /** Ends the thread; may be called at any time and more than once. */
  stop(): Promise<void>;
}

/** Starts the thread, which begins to load Dredd at once. Between runs it does not keep the process alive. */
export function startDreddWorker(): DreddWorker {
  const thread = new DreddWorkerThread();
  return {
    get ended() {
      return thread.ended;
    },
    run: (options) => run(thread, options),
    stop: () => thread.stop(),
  };
}

/** Runs Dredd once, from the start of its thread to its end. Throws as {@link DreddWorker.run} does. */
export async function* runDreddOnce(options: DreddRun): AsyncGenerator<DreddResult, void, void> {
  const worker = startDreddWorker();
  try {
    yield* worker.run(options);
  } finally {
    await worker.stop();
  }
}

async function* run(thread: DreddWorkerThread, options: DreddRun): AsyncGenerator<DreddResult, void, void> {
  const { endpoint, transactions, timeoutMs, headers = [], transport = {}, signal, graceMs = 30_000 } = options;
  const plan: DreddPlan = { endpoint, transactions, timeoutMs, headers, transport };
  const ledger = new ResultLedger(transactions);
  for await (const message of thread.exchange(plan, timeoutMs + graceMs, signal)) {
    if (message.type === 'end') {
      ledger.close(message.stats);
    } else {
      ledger.add(message.result);
      yield message.result;
    }
  }
}
