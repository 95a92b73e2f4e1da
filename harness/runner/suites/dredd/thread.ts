import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DreddError } from './dredd-error.ts';
import type { DreddMessage, DreddPlan } from './worker/messages.ts';

/** Node 20 runs only JavaScript in a thread: from the TypeScript source, the compiled script is taken. */
const script = import.meta.url.endsWith('.ts')
  ? new URL('../../../../dist/harness/runner/suites/dredd/worker/worker.js', import.meta.url)
  : new URL('./worker/worker.js', import.meta.url);

/** The main thread's end of the thread that runs Dredd. It keeps the process alive only while a plan is carried out. */
export class DreddWorkerThread {
  // The streams are taken over so that no warning of Node about Dredd's code is printed; reading them would keep the process alive.
  // Options of the process such as `--input-type` would not suit the script.
  readonly #worker = new Worker(script, {
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
