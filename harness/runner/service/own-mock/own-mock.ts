import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../../core/package-info.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { RunConfig } from '../../settings/options.ts';

/** The mock of a run without a target. */
export interface OwnMock {
  readonly url: string;
  /** @throws what ended it before */
  close(): Promise<void>;
}

/** What its thread makes it from. */
export interface MockSettings extends Pick<RunConfig, 'spec' | 'overlays' | 'allowRefs' | 'lint' | 'resources'> {
  readonly callbacks: boolean;
}

/** A thread reads the document again: of one with more operations, that takes more memory than it saves time. */
const MAX_OPERATIONS_IN_THREAD = 200;
/** Always from the build: Node 20 runs only JavaScript in a thread. */
const SCRIPT = 'dist/bundle/mock-thread.cjs';

/**
 * Starts the mock.
 * @param inThread whether it gets a thread of its own, unless the document is large: a process with one run then ends earlier
 */
export function startOwnMock(contract: Contract, config: RunConfig, inThread: boolean): Promise<OwnMock> {
  const { spec, overlays, allowRefs, lint, resources, callbackAddress } = config;
  const settings = { spec, overlays, allowRefs, lint, resources, callbacks: callbackAddress !== undefined };
  const isSmall = contract.operations.length <= MAX_OPERATIONS_IN_THREAD;
  return inThread && isSmall ? startInThread(settings) : startHere(contract, settings);
}

/** Loads the mock only now: a run against a service does not wait for it. */
async function startHere(contract: Contract, settings: MockSettings): Promise<OwnMock> {
  const { serveMock } = await import('./serve-mock.ts');
  return serveMock(contract, settings);
}

async function startInThread(settings: MockSettings): Promise<OwnMock> {
  // Reading the document warns of what this thread has warned of.
  const thread = new Worker(join(packageRoot(), SCRIPT), { execArgv: ['--no-warnings'], workerData: settings });
  let failure: unknown;
  thread.on('error', (error) => {
    failure = error;
  });
  const exit = new Promise((resolve) => thread.once('exit', resolve));
  const [url] = await once(thread, 'message');
  thread.unref();
  return {
    url,
    close: async () => {
      thread.ref();
      thread.postMessage('close');
      await exit;
      if (failure !== undefined) throw failure;
    },
  };
}
