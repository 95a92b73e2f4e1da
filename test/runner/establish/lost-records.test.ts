import { expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import {
  BOOKS,
  type Call,
  errorsOf,
  invalidBook,
  operationOf,
  type Reply,
  serveCalls,
  verifyDocument,
} from './books.ts';

/** Books that a PUT replaces, and whose creations show their id. */
const DOCUMENT = BOOKS.replace('BOOK_EXAMPLE', '')
  .replace('    patch:', '    put:')
  .replace('title: { type: string, m', 'id: { type: integer, readOnly: true }\n        title: { type: string, m');

interface Loss {
  /** All records are gone after so many requests, again and again. */
  readonly every: number;
  /** Whether new records are gone at once, from then on. */
  readonly isFinal: boolean;
}

function losingBooks({ every, isFinal }: Loss): (call: Call) => Reply {
  const stored = new Map<string, JsonObject>();
  let [count, ids] = [0, 0];
  const conflict = { status: 409, body: { error: 'no such book' } };
  return ({ method, path, body }) => {
    if (++count % every === 0 || (isFinal && count > every)) stored.clear();
    const id = /^\/books\/(-?\d+)$/.exec(path)?.[1] ?? '';
    if (method !== 'POST' && path !== '/books' && id === '') return { status: 400, body: { error: 'id' } };
    if (id !== '' && !stored.has(id)) return conflict;
    if (method === 'GET') return { status: 200, body: id === '' ? [...stored.values()] : stored.get(id) };
    if (method === 'DELETE') return stored.delete(id) ? { status: 204 } : conflict;
    const fault = invalidBook(body);
    if (fault !== undefined) return { status: 422, body: { error: fault } };
    const book = { ...body, id: id === '' ? ++ids : Number(id) };
    stored.set(String(book.id), book);
    return { status: id === '' ? 201 : 200, body: book };
  };
}

const verifyLosing = async (loss: Loss) =>
  verifyDocument(DOCUMENT, await serveCalls(losingBooks(loss)), {
    include: ['createBook', 'getBook', 'updateBook'],
    suites: ['generated'],
    concurrency: 1,
    consistency: 20,
  });

test('records that are gone are replaced, and all that was planned is sent', async () => {
  const report = await verifyLosing({ every: 60, isFinal: false });
  expect(errorsOf(report)).toEqual([]);
  expect(report.suites[0]).not.toHaveProperty('notSent');
  expect(report.verdict).toBe('passed');
});

test('an update that no new record takes any more is not verified, since most of its requests are not sent', async () => {
  const report = await verifyLosing({ every: 60, isFinal: true });
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'updateBook')).toMatchObject({
    verified: false,
    reason: 'the record of its valid request is gone, or in another state (409)',
  });
  expect(report.verdict).toBe('unverified');
});
