import { afterAll, beforeAll } from 'vitest';
import { type DreddRun, type DreddWorker, startDreddWorker } from '../../../../harness/runner/suites/dredd/client.ts';
import type { DreddResult, DreddTransaction } from '../../../../harness/runner/suites/dredd/worker/messages.ts';
import { transaction } from './service.ts';

export const never: AbortSignal = new AbortController().signal;

/** The thread of the file that is run. */
export let dredd: DreddWorker;

/** Starts one thread for all validations of a file, since each would take 0.2 s to load Dredd. */
export function startDreddForAll(): void {
  beforeAll(() => {
    dredd = startDreddWorker();
  });
  afterAll(() => dredd.stop());
}

export async function validate(
  endpoint: string,
  transactions: DreddTransaction[],
  more: Partial<DreddRun> = {},
): Promise<DreddResult[]> {
  return collect(dredd.run({ endpoint, transactions, timeoutMs: 5_000, signal: never, ...more }));
}

export async function collect(run: AsyncIterable<DreddResult>): Promise<DreddResult[]> {
  const results: DreddResult[] = [];
  for await (const result of run) results.push(result);
  return results;
}

export async function validateOne(
  endpoint: string,
  one = transaction('a'),
  more: Partial<DreddRun> = {},
): Promise<DreddResult> {
  const [result] = await validate(endpoint, [one], more);
  if (result === undefined) throw new Error('no result');
  return result;
}
