import { expect, test } from 'vitest';
import { complaints, document, proofOf } from './helpers.ts';

test('a page of HTML breaks nothing where one is documented, and a key in the query is no undeclared parameter', async () => {
  expect(complaints(await proofOf(document('pages')))).toEqual([]);
}, 60_000);
