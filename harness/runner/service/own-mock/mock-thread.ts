/** The thread that serves the mock of a run, so that its requests and their checks do not wait for its responses. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { restoreFlags } from '../../../core/util/thread-flags.ts';
import { startMock } from '../../../mock/mock.ts';
import { loadContract, loadContractToLint } from '../../../openapi/load.ts';
import { readCorrections } from '../../../openapi/resources/corrections/corrections.ts';
import type { MockSettings } from './own-mock.ts';

if (parentPort === null) throw new Error('this serves the mock of a run in a thread of its own');
restoreFlags();
const port = parentPort;

async function serve({ spec, overlays, allowRefs, lint, resources, callbacks }: MockSettings): Promise<void> {
  const contract = (lint ? loadContractToLint : loadContract)(spec, overlays, { allowRefs });
  const mock = await startMock({ contract, resources: readCorrections(resources), callbacks: callbacks ? {} : false });
  const closing = once(port, 'message');
  port.postMessage(mock.url);
  await mock.warm();
  await closing;
  await mock.close();
  process.exit();
}

void serve(workerData);
