import { expect, test } from 'vitest';
import { isPassing, mutationSummary } from '../../harness/prove/report.ts';
import { runMutationTests } from '../../harness/prove/run.ts';
import { complaints, everything, proofOf } from './helpers.ts';

test('every break of the own document is noticed, and no lawful difference raises an alarm', async () => {
  const report = await proofOf({ ...everything, overlays: [] });
  expect(complaints(report)).toEqual([]);
  expect(isPassing(report)).toBe(true);
  expect(report.withoutMutants).toEqual([]);
  const count = report.clauses.length;
  expect(mutationSummary(report)).toBe(
    `${count} of ${count} clauses proven: a service that broke any of them would have failed this run`,
  );
}, 180_000);

test('a proof that is stopped while it is prepared ends at once, and does not hold', async () => {
  for await (const event of runMutationTests(everything, AbortSignal.abort()))
    if (event.type === 'end') {
      expect(event.report.planned.mutants).toBe(0);
      expect(isPassing(event.report)).toBe(false);
    }
});
