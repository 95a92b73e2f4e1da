import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runDreddOnce, startDreddWorker } from '../../../../harness/runner/suites/dredd/client.ts';
import { pet, respondWith, serve, serveRaw, transaction } from './service.ts';
import { collect, never } from './validator.ts';

describe('the thread', () => {
  test('runs from start to end for one call', async () => {
    const run = runDreddOnce({
      endpoint: await serve(pet),
      transactions: [transaction('a')],
      timeoutMs: 5_000,
      signal: never,
    });
    expect(await collect(run)).toMatchObject([{ id: 'a', status: 'pass' }]);
  });

  test('ends with an abort, which the run throws on, and serves no run after it', async () => {
    const abort = new AbortController();
    const endpoint = await serveRaw(() => abort.abort(new Error('enough')));
    const worker = startDreddWorker();
    const run = { endpoint, transactions: [transaction('a')], timeoutMs: 60_000, signal: abort.signal };
    await expect(collect(worker.run(run))).rejects.toThrow('enough');
    await expect(collect(worker.run({ ...run, signal: never }))).rejects.toThrow('The thread of Dredd has ended');
  });

  test('does not start a run that is aborted beforehand', async () => {
    const run = { endpoint: 'http://127.0.0.1:1', transactions: [transaction('a')], timeoutMs: 5_000 };
    await expect(collect(runDreddOnce({ ...run, signal: AbortSignal.abort(new Error('no')) }))).rejects.toThrow('no');
  });

  test('ends when its results are not taken to the end', async () => {
    const worker = startDreddWorker();
    onTestFinished(() => worker.stop());
    const run = {
      endpoint: await serve(pet),
      transactions: [transaction('a'), transaction('b')],
      timeoutMs: 5_000,
      signal: never,
    };
    for await (const { id } of worker.run(run)) {
      expect(id).toBe('a');
      break;
    }
    await expect(collect(worker.run(run))).rejects.toThrow('The thread of Dredd has ended');
  });

  test('that breaks down is an error with the message', async () => {
    const run = { endpoint: 'http://[', transactions: [transaction('a')], timeoutMs: 5_000, signal: never };
    await expect(collect(runDreddOnce(run))).rejects.toThrow('Dredd broke down: Invalid URL');
  });

  test('prints nothing, and does not keep the process alive between runs', async () => {
    const script = `
      const { startDreddWorker } = await import(process.argv[1]);
      const [worker, idle] = [startDreddWorker(), startDreddWorker()];
      const run = { ...JSON.parse(process.argv[2]), signal: new AbortController().signal };
      for await (const { status } of worker.run(run)) console.log(status);`;
    const built = new URL('../../../../dist/harness/runner/suites/dredd/client.js', import.meta.url).href;
    const run = JSON.stringify({ endpoint: 'http://127.0.0.1:1', transactions: [transaction('a')], timeoutMs: 5_000 });
    const output = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, built, run]);
    expect(output).toEqual({ stdout: 'error\n', stderr: '' });
  });

  test('that is stuck is ended after the grace', async () => {
    const endless = { $schema: 'http://json-schema.org/draft-07/schema#', pattern: '^(a+)+$' };
    const endpoint = await serve(respondWith(200, 'application/json', `"${'a'.repeat(50)}!"`));
    const run = {
      endpoint,
      transactions: [transaction('a', { bodySchema: endless })],
      timeoutMs: 100,
      graceMs: 900,
      signal: never,
    };
    await expect(collect(runDreddOnce(run))).rejects.toThrow('Dredd has said nothing for 1000 ms');
  });
});
