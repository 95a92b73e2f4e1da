import { expect, test } from 'vitest';
import { isPassing, mutationSummary } from '../../harness/prove/report.ts';
import { runMutationTests } from '../../harness/prove/run.ts';
import { allMutantsReport, everything, problems } from './helpers.ts';

test('every mutant of the own document is killed, and no conforming variation is a false positive', async () => {
  const report = await allMutantsReport({ ...everything, overlays: [] });
  expect(problems(report)).toEqual([]);
  expect(isPassing(report)).toBe(true);
  expect(report.withoutMutants).toEqual([]);
  const count = report.clauses.length;
  expect(mutationSummary(report)).toBe(`Mutation score 100%: mutants of all ${count} clauses were killed`);
});

test('an abort before the first mutant ends the run immediately, and it does not pass', async () => {
  for await (const event of runMutationTests(everything, AbortSignal.abort()))
    if (event.type === 'end') {
      expect(event.report.planned).toBeUndefined();
      expect(isPassing(event.report)).toBe(false);
    }
});
