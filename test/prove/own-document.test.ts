import { expect, test } from 'vitest';
import { isPassing, mutationSummary } from '../../harness/prove/report.ts';
import { runMutationTests } from '../../harness/prove/run.ts';
import { everything, mutationReport, problems, someOfEachClause } from './helpers.ts';

// `make prove` and the weekly run try all mutants, here and in case-families.test.ts.
test('no mutant of the own document survives, and no conforming variation is a false positive', async () => {
  const report = await mutationReport({ ...everything, overlays: [], tries: someOfEachClause(), rounds: () => true });
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
