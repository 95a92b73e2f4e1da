import { expect, test } from 'vitest';
import { isPassing } from '../../harness/prove/report.ts';
import { complaints, document, proofOf } from './helpers.ts';

test('every break of a document with credentials and members that travel one way is noticed', async () => {
  const proof = await proofOf(document('members'));
  expect(complaints(proof)).toEqual([]);
  expect(isPassing(proof)).toBe(true);
  // Nothing that a client may send to it can be refused, so that its errors are never seen.
  expect(new Set(proof.withoutMutants.map(({ clause }) => `${clause.operation} ${clause.part.slice(0, 16)}`))).toEqual(
    new Set(['health response default']),
  );
}, 180_000);
