/** Runs in a thread of its own: serves the mock of a run, so that its requests and their checks do not wait for its responses. */
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { restoreFlags } from '../../../core/util/thread-flags.ts';
import { loadDocument } from '../../load-document.ts';
import type { MockSettings } from './own-mock.ts';
import { serveMock } from './serve-mock.ts';

if (parentPort === null) throw new Error('this serves the mock of a run in a thread of its own');
restoreFlags();
const port = parentPort;

async function serve(): Promise<void> {
  const [settings] = (await once(port, 'message')) as [MockSettings];
  const mock = await serveMock(loadDocument(settings), settings);
  const closing = once(port, 'message');
  port.postMessage(mock.url);
  await mock.warm();
  await closing;
  await mock.close();
  process.exit();
}

void serve();
