import { expect, test } from 'vitest';
import { isPassing } from '../../harness/prove/report.ts';
import { complaints, document, proofOf } from './helpers.ts';

test('every break of a 3.1 document with alternatives, tuples and objects in the query is noticed', async () => {
  const report = await proofOf(document('devices'));
  expect(complaints(report)).toEqual([]);
  expect(isPassing(report)).toBe(true);
  expect(report.withoutMutants.map(({ clause }) => clause.id)).toEqual(['listReadings response 200 header ETag type']);
}, 180_000);
