import { expect, test } from 'vitest';
import { isPassing } from '../../harness/prove/report.ts';
import { formatMutationReport } from '../../harness/prove/report-text.ts';
import { document, mutationReport, problems } from './helpers.ts';

test('every sampled mutant of a document with all kinds of parameters, nested bodies and several statuses is killed', async () => {
  const report = await mutationReport(document('orders'));
  expect(problems(report)).toEqual([]);
  expect(isPassing(report)).toBe(true);
  expect(report.withoutMutants.map(({ clause }) => clause.id)).toEqual([
    'listOrders response 200 header X-Next type',
    'placeOrder response 201 header Location type',
  ]);
  expect(formatMutationReport(report, false)).toContain('Mutation score 100%: mutants of ');
});
