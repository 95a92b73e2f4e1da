import { describe, expect, test } from 'vitest';
import { headerValues } from '../../../harness/core/http-response.ts';
import type { Report } from '../../../harness/core/report.ts';
import { books, type Reply, serveCalls, verifyBooks, verifyDocument } from './books.ts';
import { STORED_BOOKS, storedBooks } from './stored-books.ts';

const rejection: Reply = { status: 400, body: { error: 'no' } };

function rejectedParts({ findings }: Report) {
  return findings.flatMap(({ cases: [id = ''], exchange }) =>
    exchange && id.includes('valid request with') ? [{ id, exchange }] : [],
  );
}

describe('the evidence of a rejected optional part', () => {
  test('is the request as it was sent, with its credentials', async () => {
    const picky = books((call, own) => {
      if (call.headers.authorization !== 'Bearer x') return { status: 401, body: { error: 'who?' } };
      return call.query.has('filter') || call.body?.['genre'] !== undefined ? rejection : own();
    });
    const headers = [['authorization', 'Bearer x']] as const;
    const report = await verifyBooks(await serveCalls(picky), { headers, include: ['listBooks', 'createBook'] });
    expect(
      rejectedParts(report).map(({ id, exchange }) => [id, headerValues(exchange.request, 'authorization')]),
    ).toEqual([
      ['listBooks: valid request with query parameter filter', ['Bearer x']],
      ['createBook: valid request with body property genre', ['Bearer x']],
    ]);
  });

  test('creates the record that the request is about', async () => {
    const stored = storedBooks();
    const picky = await serveCalls((call) =>
      call.method === 'PUT' && call.body?.['genre'] !== undefined ? rejection : stored(call),
    );
    const report = await verifyDocument(STORED_BOOKS, picky, { include: ['createBook', 'updateBook'] });
    const [found] = rejectedParts(report);
    expect(found?.id).toBe('updateBook: valid request with body property genre');
    expect(found?.exchange.lineage?.steps.map(({ request }) => `${request.method} ${request.path}`)).toEqual([
      'POST /books',
    ]);
  });
});
