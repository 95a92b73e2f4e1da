import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record, type Schema } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock, type TestMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const flag = { type: 'boolean' };
const app = record({ id: integer, name: 'string' }, ['id', 'name']);

/** A mock with five apps. */
async function appMock(gives: Schema, query: Readonly<Record<string, Schema>>): Promise<TestMock> {
  const contract = contractOf({
    'GET /apps': { gives, query },
    'POST /apps': { sends: record({ name: 'string' }), gives: app, status: '201' },
    'GET /apps/{id}': { gives: app, path: { id: integer } },
  });
  const mock = await openMock({ contract });
  await mock.send(
    'PUT',
    '/__mock/state/app',
    [1, 2, 3, 4, 5].map((id) => ({ id, name: `App ${id}` })),
  );
  return mock;
}

test('an iterator leads from page to page, until the list is done', async () => {
  const iterator = { type: 'string', example: 'iterator' };
  const gives = record({ data: listOf(app), done: flag, iterator, prevIterator: iterator }, ['data', 'done']);
  const mock = await appMock(gives, { iterator: { type: 'string' }, limit: integer });
  const seen: unknown[] = [];
  for (let query = '?limit=2', count = 1; query !== ''; count++) {
    const page = fields((await mock.send('GET', `/apps${query}`)).body);
    seen.push(...each(page['data'], '/id'));
    expect(page['done']).toBe(count === 3);
    query = page['done'] === true ? '' : `?limit=2&iterator=${String(page['iterator'])}`;
  }
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});

test('a page of Spring tells whether it is the first, the last or empty, and its number', async () => {
  const facts = { totalElements: integer, totalPages: integer, number: integer, size: integer };
  const flags = { numberOfElements: integer, first: flag, last: flag, empty: flag };
  const pageable = record({ pageNumber: integer, pageSize: integer, offset: integer });
  const gives = record({ content: listOf(app), pageable, ...facts, ...flags });
  const mock = await appMock(gives, { page: { ...integer, default: 0 }, size: integer });
  const page = async (number: number) => fields((await mock.send('GET', `/apps?page=${number}&size=2`)).body);
  const total = { totalElements: 5, totalPages: 3, size: 2 };
  expect(await page(0)).toMatchObject({ ...total, number: 0, numberOfElements: 2, first: true, last: false });
  const last = { number: 2, numberOfElements: 1, first: false, last: true, empty: false };
  expect(await page(2)).toMatchObject({ ...total, ...last, pageable: { pageNumber: 2, pageSize: 2, offset: 4 } });
  expect(await page(7)).toMatchObject({ content: [], numberOfElements: 0, first: false, last: true, empty: true });
});

test('cursors in an object of their own lead from page to page, beside links', async () => {
  const string = { type: ['string', 'null'], example: 'em9oby1jcm06OnBhZ2U6OjM=' };
  const cursors = record({ previous: string, current: string, next: string }, ['previous', 'current', 'next']);
  const links = record({ next: { type: ['string', 'null'] } }, ['next']);
  const gives = record({ data: listOf(app), links, meta: record({ cursors }, ['cursors']) }, ['data', 'links', 'meta']);
  const mock = await appMock(gives, { cursor: { type: 'string' }, limit: integer });
  const pages: unknown[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined && pages.length < 5) {
    const { body } = await mock.send('GET', `/apps?limit=2${cursor && `&cursor=${cursor}`}`);
    const { previous, current, next } = fields(fields(fields(body)['meta'])['cursors']);
    expect(current ?? '').toBe(cursor);
    expect(previous === null).toBe(cursor === '' || pages.length === 0);
    const url = fields(fields(body)['links'])['next'];
    if (typeof next === 'string') expect(url).toContain(`cursor=${next}`);
    else expect([url, next]).toEqual([null, null]);
    pages.push(each(fields(body)['data'], '/id'));
    cursor = typeof next === 'string' ? next : undefined;
  }
  expect(pages).toEqual([[1, 2], [3, 4], [5]]);
});

test('the last page of an empty list has a number, although it has no pages', async () => {
  const gives = record({ data: listOf(app), last_page: integer, total_pages: integer }, ['data', 'last_page']);
  const mock = await appMock(gives, { page: integer, per_page: integer });
  await mock.send('PUT', '/__mock/state/app', []);
  expect((await mock.send('GET', '/apps?per_page=2')).body).toMatchObject({ data: [], last_page: 1, total_pages: 0 });
});
