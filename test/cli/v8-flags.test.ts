import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = `
  const { tuneV8 } = await import(process.argv[1]);
  const { getHeapSpaceStatistics } = await import('node:v8');
  const { Worker } = await import('node:worker_threads');
  tuneV8('short run');
  const worker = new Worker('', { eval: true });
  await new Promise((resolve) => worker.once('exit', resolve));
  let lists = [];
  for (let index = 0; index < 1e6; index++) {
    lists.push([index]);
    if (lists.length > 2e5) lists = [];
  }
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size);`;

test('the young generation stays small after a thread has started', async () => {
  const built = new URL('../../dist/harness/cli/process/v8-flags.js', import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT, built]);
  // It may grow while the thread starts; by default it comes to 32 MiB.
  expect(Number(stdout)).toBeLessThanOrEqual(8 * 1024 * 1024);
});
