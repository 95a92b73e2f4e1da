import { expect, test } from 'vitest';
import { books, errorsOf, serveCalls, verifyBooks } from '../establish/books.ts';

const careless = books((call, own) => (call.method === 'PATCH' ? { status: 200, body: { title: 'x' } } : own()));

test('the severity of a check can be that of one operation', async () => {
  const options = { values: { bookId: 1 }, include: ['updateBook', 'createBook'] };
  const target = await serveCalls(careless);
  expect(errorsOf(await verifyBooks(target, options)).join()).toMatch(/^updateBook expected-outcome: invalid/);
  const severity = { 'PATCH /books/{bookId}': { 'expected-outcome': 'warning' } } as const;
  const report = await verifyBooks(target, { ...options, severity });
  expect(errorsOf(report)).toEqual([]);
  expect(report.findings.map((each) => `${each.operation} ${each.check} ${each.severity}`)).toContain(
    'updateBook expected-outcome warning',
  );
});

test('the report notes what is off at an operation, and how many operations are not selected', async () => {
  const severity = { getBook: { 'status-code': 'off' } } as const;
  const { notes } = await verifyBooks(await serveCalls(books()), {
    severity,
    values: { bookId: 1 },
    include: ['getBook'],
  });
  expect(notes).toEqual(['4 operations of the document not selected', 'checks that are off: getBook: status-code']);
});

test('an operation of severity that the document does not have ends the run with the nearest name', async () => {
  const severity = { updateBok: { dredd: 'off' } } as const;
  await expect(verifyBooks(await serveCalls(books()), { severity })).rejects.toThrow(
    'severity: unknown operation "updateBok". Did you mean updateBook?',
  );
});
