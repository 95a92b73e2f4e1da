import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record, type Schema } from '../../openapi/resources/api.ts';
import { closeMocks, each, openMock, type TestMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const string = { type: 'string' };
const page = { page: integer, page_size: integer };

async function listed(query: Record<string, Schema>): Promise<(asked: string) => Promise<unknown>> {
  const note = record({ id: integer, text: string }, ['id']);
  const list = record({ items: listOf(note), next: { type: ['string', 'null'], format: 'uri-reference' } }, ['items']);
  const mock: TestMock = await openMock({ contract: contractOf({ 'GET /notes': { gives: list, query } }) });
  await mock.state.replace({ note: [1, 2, 3, 4, 5].map((id) => ({ id, text: `note ${id}` })) });
  return async (asked) => {
    const { body } = await mock.send('GET', `/notes?${asked}`);
    const { items, next } = body as { items: []; next?: string };
    return [each(items, '/id'), ...(next ? [next.replace(/^https?:\/\/[^/]+/, '')] : [])];
  };
}

test('a list that is divided in two ways is divided as the request asks', async () => {
  const list = await listed({ offset: integer, limit: integer, ...page });
  expect(await list('limit=2')).toEqual([[1, 2], '/notes?limit=2&offset=2']);
  expect(await list('page_size=2')).toEqual([[1, 2], '/notes?page_size=2&page=2']);
  expect(await list('page=2&page_size=2')).toEqual([[3, 4], '/notes?page_size=2&page=3']);
  expect(await list('page=3&page_size=2')).toEqual([[5]]);
  expect(await list('offset=3&limit=2')).toEqual([[4, 5]]);
  // What a request says of both is that which is named first.
  expect(await list('offset=1&limit=1&page=2&page_size=3')).toEqual([
    [2],
    '/notes?limit=1&page=2&page_size=3&offset=2',
  ]);
});

test('both ways may have one size', async () => {
  const list = await listed({ cursor: string, page: integer, per_page: integer });
  expect(await list('page=2&per_page=2')).toEqual([[3, 4], '/notes?per_page=2&page=3']);
  const [first, next] = (await list('per_page=2')) as [number[], string];
  expect(first).toEqual([1, 2]);
  expect(next).toContain('cursor=');
  expect(((await list(next.split('?')[1] ?? '')) as unknown[])[0]).toEqual([3, 4]);
});

test('a page that is no number is none', async () => {
  const list = await listed({ offset: integer, limit: integer, page: string });
  expect(await list('page=home&limit=2')).toEqual([[1, 2], '/notes?page=home&limit=2&offset=2']);
});
