import { expect, test } from 'vitest';
import { isPassing } from '../../harness/prove/report.ts';
import { document, mutationReport, problems } from './helpers.ts';

test('every sampled mutant of a 3.1 document with alternatives, tuples and objects in the query is killed', async () => {
  const report = await mutationReport(document('devices'));
  expect(problems(report)).toEqual([]);
  expect(isPassing(report)).toBe(true);
  expect(report.withoutMutants.map(({ clause }) => clause.id)).toEqual(['listReadings response 200 header ETag type']);
});
