/** Drives Dredd in a thread of its own: transactions in, results out. */

import { on } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../../core/package-info.ts';
import type { Transport } from '../../../http/transport.ts';
import type {
  DreddHeader,
  DreddMessage,
  DreddPlan,
  DreddResult,
  DreddStats,
  DreddTransaction,
} from './worker/messages.ts';

export interface DreddRun {
  /** Base URL of the service, with or without a path. */
  readonly endpoint: string;
  readonly transactions: readonly DreddTransaction[];
  /** The longest that one transaction may take, from connecting to the last byte of the response. */
  readonly timeoutMs: number;
  /** Sent with every transaction, in the place of its headers of the same names. */
  readonly headers?: readonly DreddHeader[];
  /** How the endpoint is reached; unless given, directly and as fast as it responds. */
  readonly transport?: Transport;
  readonly signal: AbortSignal;
  /** How long beyond `timeoutMs` the thread may be silent, loading Dredd or validating a response; 30,000 unless given. */
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

/** Dredd could not run, or did not run what was planned; the message says which. */
export class DreddError extends Error {
  override readonly name = 'DreddError';
}

/** Always from the build: Node 20 runs only JavaScript in a thread. */
const SCRIPT = 'dist/bundle/worker/worker.cjs';

/** The main thread's end of the thread that runs Dredd. It keeps the process alive only while a plan is carried out. */
export class DreddWorkerThread {
  // The streams are taken over so that no warning of Node about Dredd's code is printed; reading them would keep the process alive.
  // Options of the process such as `--input-type` would not suit the script.
  readonly #worker = new Worker(join(packageRoot(), SCRIPT), {
    execArgv: [],
    stdout: true,
    stderr: true,
    // Most of what Dredd makes lives as long as a transaction; left to grow, the place for that takes tens of megabytes.
    resourceLimits: { maxYoungGenerationSizeMb: 3 },
  });
  #ended: DreddError | undefined;
  #busy = false;

  constructor() {
    this.#worker.once('error', (cause) => {
      this.#ended = new DreddError(`Dredd broke down: ${cause.message}`, { cause });
    });
    this.#worker.once('exit', (code) => {
      this.#ended ??= new DreddError(`The thread of Dredd has ended with code ${code}`);
    });
    this.#worker.unref();
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** Ends the thread, whatever it is at; may be called more than once. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  /**
   * Hands over the plan and gives the messages that come back, `end` being the last. Throws {@link DreddError} where the thread ends
   * before that or says nothing for `silenceMs`, and the signal's reason when it is aborted; the thread has ended then, as it has
   * when the messages are not taken to the end.
   */
  async *exchange(plan: DreddPlan, silenceMs: number, signal: AbortSignal): AsyncGenerator<DreddMessage, void, void> {
    this.#claim();
    const silence = new AbortController();
    const watchdog = setTimeout(() => {
      silence.abort(new DreddError(`Dredd has said nothing for ${silenceMs} ms and was ended`));
    }, silenceMs);
    const hear = (): unknown => watchdog.refresh();
    this.#worker.on('message', hear).ref();
    let done = false;
    try {
      this.#worker.postMessage(plan);
      for await (const message of this.#messages(AbortSignal.any([signal, silence.signal]))) {
        done = message.type === 'end';
        yield message;
        if (done) {
          return;
        }
      }
    } finally {
      clearTimeout(watchdog);
      this.#worker.off('message', hear).unref();
      this.#busy = false;
      if (!done) {
        await this.stop();
      }
    }
  }

  #claim(): void {
    if (this.#ended !== undefined) {
      throw this.#ended;
    }
    if (this.#busy) {
      throw new DreddError('Dredd is running already: one run at a time');
    }
    this.#busy = true;
  }

  /** The messages of the thread for as long as it lives; its end is an error. */
  async *#messages(signal: AbortSignal): AsyncGenerator<DreddMessage, void, void> {
    try {
      const events = on(this.#worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<[DreddMessage]>;
      for await (const [message] of events) {
        yield message;
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : (this.#ended ?? error);
    }
    throw this.#ended;
  }
}

/** Compares what was planned with what ran, because a Dredd that runs nothing calls that a success. */
export class ResultLedger {
  readonly #planned: number;
  /** Names of the transactions without a result, by id. */
  readonly #open: Map<string, string>;

  /** Throws {@link DreddError} for a plan without transactions, or with two of the same id. */
  constructor(transactions: readonly DreddTransaction[]) {
    if (transactions.length === 0) {
      throw new DreddError('There is no transaction for Dredd to run');
    }
    this.#planned = transactions.length;
    this.#open = new Map();
    for (const { id, name } of transactions) {
      if (this.#open.has(id)) {
        throw new DreddError(`Two transactions for Dredd have the id "${id}"`);
      }
      this.#open.set(id, name);
    }
  }

  /** Throws {@link DreddError} for a result that is none of the plan's, or its second. */
  add({ id }: DreddResult): void {
    if (!this.#open.delete(id)) {
      throw new DreddError(`Dredd gave a result that was not asked for: "${id}"`);
    }
  }

  /** Throws {@link DreddError} with the names of those that were not run, or where Dredd's own count is another. */
  close(stats: DreddStats): void {
    if (this.#open.size > 0) {
      const names = [...this.#open.values()].map((name) => `"${name}"`).join(', ');
      throw new DreddError(`Dredd did not run ${this.#open.size} of ${this.#planned} transactions: ${names}`);
    }
    if (stats.tests !== this.#planned) {
      throw new DreddError(`Dredd counts ${stats.tests} tests for ${this.#planned} transactions`);
    }
  }
}
