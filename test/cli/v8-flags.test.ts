import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = `
  const [tuning, threads] = process.argv.slice(1);
  const { tuneV8 } = await import(tuning);
  const { startDreddWorker } = await import(threads);
  const { getHeapSpaceStatistics } = await import('node:v8');
  tuneV8('short run');
  const online = new Promise((resolve) => process.once('worker', (thread) => thread.once('online', resolve)));
  // The thread does not keep the process alive.
  setInterval(() => {}, 1000);
  startDreddWorker();
  await online;
  let lists = [];
  for (let index = 0; index < 2e6; index++) {
    lists.push([0]);
    if (lists.length > 2e5) lists = [];
  }
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size);
  process.exit();`;

test('the young generation stays small after a thread has started', async () => {
  const [tuning, threads] = ['cli/process/v8-flags.js', 'runner/suites/dredd/client.js'].map(
    (name) => new URL(`../../dist/harness/${name}`, import.meta.url).href,
  );
  const args = ['--input-type=module', '-e', SCRIPT, tuning ?? '', threads ?? ''];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  // It may grow while the thread starts; by default it comes to 32 MiB.
  expect(Number(stdout)).toBeLessThanOrEqual(16 * 1024 * 1024);
});
