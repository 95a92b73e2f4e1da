/**
 * The worker thread that runs Dredd: loads it immediately and then runs each plan that it receives. It is a thread because
 * loading Dredd takes a while and changes its process. An error ends the thread with an `error` event.
 */
import { on } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { restoreFlags } from '../../../../core/util/thread-flags.ts';
import { executeTransactions } from './execute.ts';
import { loadDredd } from './load-dredd.ts';
import type { DreddMessage, DreddPlan } from './messages.ts';

if (parentPort === null) {
  throw new Error('Dredd runs in a worker thread: start it with startDreddWorker()');
}
restoreFlags();
const port = parentPort;
const plans = on(port, 'message') as AsyncIterable<[DreddPlan]>;
const Dredd = loadDredd();
const post = (message: DreddMessage): void => port.postMessage(message);

async function serve(): Promise<void> {
  for await (const [plan] of plans) {
    const stats = await executeTransactions(Dredd, plan, (result) => post({ type: 'result', result }));
    post({ type: 'end', stats });
  }
}

void serve();
