/**
 * The thread in which Dredd runs: it loads Dredd at once and then carries out each plan that it is sent.
 * A thread, because loading Dredd takes a while and changes the process that it is loaded in. An error ends the thread, and its
 * starter gets it as an `error` event.
 */
import { on } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { executeTransactions } from './execute.ts';
import { loadDredd } from './load-dredd.ts';
import type { DreddMessage, DreddPlan } from './messages.ts';

if (parentPort === null) {
  throw new Error('Dredd runs in a worker thread: start it with startDredd()');
}
const port = parentPort;
const plans = on(port, 'message') as AsyncIterable<[DreddPlan]>;
const Dredd = loadDredd();
const tell = (message: DreddMessage): void => port.postMessage(message);

for await (const [plan] of plans) {
  const stats = await executeTransactions(Dredd, plan, (result) => tell({ type: 'result', result }));
  tell({ type: 'end', stats });
}
