import { expect, test } from 'vitest';
import { isPassing } from '../../harness/prove/report.ts';
import { formatMutationReport } from '../../harness/prove/report-text.ts';
import { complaints, document, proofOf } from './helpers.ts';

test('every break of a document with parameters of all kinds, nested bodies and several statuses is noticed', async () => {
  const report = await proofOf(document('orders'));
  expect(complaints(report)).toEqual([]);
  expect(isPassing(report)).toBe(true);
  expect(report.withoutMutants.map(({ clause }) => clause.id)).toEqual([
    'listOrders response 200 header X-Next type',
    'placeOrder response 201 header Location type',
  ]);
  expect(formatMutationReport(report, false)).toContain('a service that broke any of them would have failed this run');
}, 180_000);
