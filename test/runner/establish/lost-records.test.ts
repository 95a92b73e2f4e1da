import { describe, expect, test } from 'vitest';
import { errorsOf, operationOf, serveCalls, verifyDocument } from './books.ts';
import { STORED_BOOKS, type StoredBooksBehavior, storedBooks } from './stored-books.ts';

const verifyStored = async (behavior: StoredBooksBehavior) =>
  verifyDocument(STORED_BOOKS, await serveCalls(storedBooks(behavior)), {
    include: ['createBook', 'getBook', 'updateBook'],
    concurrency: 1,
    consistency: 20,
  });

test('records that are gone are replaced, and all that was planned is sent', async () => {
  const report = await verifyStored({ losesEvery: 60 });
  expect(errorsOf(report)).toEqual([]);
  expect(report.suites[0]).not.toHaveProperty('notSent');
  expect(report.verdict).toBe('passed');
});

test('an update that no new record takes any more is not verified, since most of its requests are not sent', async () => {
  const report = await verifyStored({ losesEvery: 60, isLossFinal: true });
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'updateBook')).toMatchObject({
    verified: false,
    reason: 'the record of its valid request is gone, or in another state (409)',
  });
  expect(report.verdict).toBe('unverified');
});

test('a text that another record has is varied, so that an update that takes no such text is found', async () => {
  expect(errorsOf(await verifyStored({ hasUniqueTitles: true }))).toEqual([]);
  const report = await verifyStored({ hasUniqueTitles: true, rejectsUpdate: /[^ -~]/ });
  expect(errorsOf(report)).toContainEqual(expect.stringMatching(/^updateBook expected-outcome: .*astral/));
});

describe.each([409, 400, 422])('a text that another record has, which the response names (%i)', (takenStatus) => {
  const run = (target: string) =>
    verifyDocument(STORED_BOOKS, target, { include: ['createBook', 'updateBook'], keep: true, consistency: 20 });

  test('is no violation in a second run on what the first has left', async () => {
    const target = await serveCalls(storedBooks({ hasUniqueTitles: true, takenStatus }));
    expect(errorsOf(await run(target))).toEqual([]);
    expect(errorsOf(await run(target))).toEqual([]);
  });

  test('is told apart from one that no update takes', async () => {
    const target = await serveCalls(storedBooks({ hasUniqueTitles: true, takenStatus, rejectsUpdate: /[^ -~]/ }));
    expect(errorsOf(await run(target))).toContainEqual(expect.stringMatching(/^updateBook expected-outcome: .*astral/));
  });
});
