import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../../core/package-info.ts';
import type { MockSettings, OwnMock } from './own-mock.ts';

/** Always from the build: Node 20 runs only JavaScript in a thread. */
const SCRIPT = 'dist/bundle/mock-server.cjs';

/** A thread for the mock of a run. It loads what it runs while the thread that started it does the same, and needs its settings only then. */
export class MockThread {
  private readonly worker: Worker;
  private readonly exit: Promise<unknown>;
  private failure: unknown;
  private isServing = false;

  constructor() {
    // Reading the document warns of what the other thread warns of.
    this.worker = new Worker(join(packageRoot(), SCRIPT), { execArgv: ['--no-warnings'] });
    this.worker.unref();
    this.worker.on('error', (error) => {
      this.failure = error;
    });
    this.exit = new Promise((resolve) => this.worker.once('exit', resolve));
  }

  /** @throws what ended the thread */
  async serve(settings: MockSettings): Promise<OwnMock> {
    this.isServing = true;
    this.worker.ref();
    this.worker.postMessage(settings);
    const started = once(this.worker, 'message');
    const [url] = await Promise.race([started, this.exit.then(() => Promise.reject(this.failure))]);
    this.worker.unref();
    return { url, close: () => this.close() };
  }

  private async close(): Promise<void> {
    this.worker.ref();
    this.worker.postMessage('close');
    await this.exit;
    if (this.failure !== undefined) throw this.failure;
  }

  /** Ends the thread, unless it serves a mock, which is closed by whoever has it. */
  async discard(): Promise<void> {
    if (!this.isServing) await this.worker.terminate();
  }
}
