import { expect, test } from 'vitest';
import { formatPart } from '../../harness/core/clause-part.ts';
import { isPassing } from '../../harness/prove/report.ts';
import { complaints, document, proofOf } from './helpers.ts';

test('every break of a document with credentials and members that travel one way is noticed', async () => {
  const report = await proofOf(document('properties'));
  expect(complaints(report)).toEqual([]);
  expect(isPassing(report)).toBe(true);
  // Nothing that a client may send to it can be refused, so that its errors are never seen.
  expect(
    new Set(report.withoutMutants.map(({ clause }) => `${clause.operation} ${formatPart(clause.part).slice(0, 16)}`)),
  ).toEqual(new Set(['health response default']));
}, 180_000);
