import { expect, test } from 'vitest';
import { BOOKS, books, errorsOf, operationOf, serveCalls, verifyDocument } from '../establish/books.ts';

/** A service that says of a book that it does not have that it may not be used. */
const forbidding = () =>
  serveCalls(
    books((_, own) => {
      const reply = own();
      return reply.status === 404 ? { status: 403, body: { error: 'forbidden' } } : reply;
    }),
  );

test.each([
  ['is gone', 'example: 1'],
  ['need not exist', 'examples: { unknown: { value: 404 }, known: { value: 1 } }'],
])('403 for a record that %s proves nothing, although the operation accepts others', async (_, examples) => {
  const document = BOOKS.replace('BOOK_EXAMPLE', `, ${examples}`);
  const report = await verifyDocument(document, await forbidding(), { suites: ['examples', 'generated'] });
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'deleteBook').accepted).toBeGreaterThan(0);
});

test('403 for a record that is there is a finding', async () => {
  const url = await serveCalls(
    books((call, own) => (call.body?.['genre'] === undefined ? own() : { status: 403, body: { error: 'no' } })),
  );
  const document = BOOKS.replace('BOOK_EXAMPLE', ', example: 1');
  const report = await verifyDocument(document, url, { include: ['updateBook'] });
  expect(errorsOf(report).join()).toContain('valid request rejected');
});
