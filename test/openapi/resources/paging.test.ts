import { describe, expect, test } from 'vitest';
import { type Endpoint, listOf, modelOf, operationOf, record } from './api.ts';

const ITEMS = listOf(record({ id: 'string' }));
const INTEGER = { type: 'integer' };
const STRING = { type: 'string' };

function paging(list: Endpoint) {
  return operationOf(modelOf({ 'GET /books/{id}': {}, 'GET /books': { id: 'list', ...list } }), 'list').paging;
}

describe('the parameters of paging', () => {
  test.each<[string, Endpoint['query'], object]>([
    [
      'limit and offset',
      { limit: INTEGER, offset: INTEGER },
      { style: 'offset', size: 'limit', position: 'offset', first: 0 },
    ],
    [
      'page and per_page',
      { page: INTEGER, per_page: INTEGER },
      { style: 'page', size: 'per_page', position: 'page', first: 1 },
    ],
    [
      'page from 0',
      { page: { type: 'integer', default: 0 }, size: INTEGER },
      { style: 'page', size: 'size', first: 0 },
    ],
    [
      'pages from a minimum',
      { pageNumber: { type: 'integer', minimum: 0 } },
      { style: 'page', position: 'pageNumber', first: 0 },
    ],
    [
      'JSON:API',
      { 'page[number]': INTEGER, 'page[size]': INTEGER },
      { style: 'page', size: 'page[size]', position: 'page[number]' },
    ],
    [
      'Strapi, which takes either pages or offsets',
      {
        'pagination[page]': INTEGER,
        'pagination[pageSize]': INTEGER,
        'pagination[start]': INTEGER,
        'pagination[limit]': INTEGER,
      },
      { style: 'offset', size: 'pagination[limit]', position: 'pagination[start]' },
    ],
    [
      'cursor',
      { cursor: STRING, limit: INTEGER },
      { style: 'cursor', size: 'limit', position: 'cursor', first: undefined },
    ],
    ['a range with a limit', { start: STRING, end: STRING, limit: INTEGER }, { style: 'none', position: undefined }],
    ['another range', { from: INTEGER, to: INTEGER, limit: INTEGER }, { style: 'none', position: undefined }],
    ['starting_after', { starting_after: STRING }, { style: 'after', position: 'starting_after' }],
    ['OData', { $skip: INTEGER, $top: INTEGER }, { style: 'offset', size: '$top', position: '$skip' }],
    [
      'SCIM',
      { startIndex: { type: 'integer', minimum: 1 }, count: INTEGER },
      { style: 'offset', size: 'count', position: 'startIndex', first: 1 },
    ],
    [
      'pages beside a range of dates',
      { from: { type: 'string', format: 'date' }, page: INTEGER, perPage: INTEGER },
      { style: 'page', size: 'perPage', position: 'page', first: 1 },
    ],
    ['a range of dates', { after: { type: 'string', format: 'date-time' } }, { style: 'none', position: undefined }],
    ['none', { author: STRING }, { style: 'none', size: undefined, position: undefined, first: undefined }],
  ])('%s', (_, query, expected) => {
    expect(paging({ gives: ITEMS, query: query ?? {} })).toMatchObject(expected);
  });
});

test.each([
  [
    { page: INTEGER, page_size: INTEGER },
    { in: 'body', style: 'page', size: '/page_size', position: '/page' },
  ],
  [{ paging: record({ offset: INTEGER, limit: INTEGER }) }, { in: 'body', style: 'offset', size: '/paging/limit' }],
  [{ book: record({ page: INTEGER }) }, { in: 'query', style: 'none', size: undefined }],
])('a search is paged by its body: %j', (sends, expected) => {
  const search = { id: 'search', sends: record(sends), gives: ITEMS };
  const model = modelOf({ 'GET /books/{id}': {}, 'POST /books': {}, 'POST /books/search': search });
  expect(operationOf(model, 'search').paging).toMatchObject(expected);
});

test('a number in `after` is that of a record where the response has no cursor and tells whether more follow', () => {
  const query = { after: INTEGER, limit: INTEGER };
  const page = (properties: Parameters<typeof record>[0]) => record({ items: ITEMS, ...properties });
  const [hasMore, end] = [{ hasMore: { type: 'boolean' } }, { endCursor: INTEGER }];
  expect(paging({ gives: page(hasMore), query })).toMatchObject({ style: 'after', position: 'after', size: 'limit' });
  expect(paging({ gives: page({ ...hasMore, ...end }), query })).toMatchObject({ style: 'cursor' });
  expect(paging({ gives: page({}), query })).toMatchObject({ style: 'cursor' });
  expect(paging({ gives: page(hasMore), query: { ...query, after: STRING } })).toMatchObject({ style: 'cursor' });
});

describe('the places of paging in a response', () => {
  test.each<[string, Endpoint, object]>([
    [
      'total beside the items',
      { gives: record({ items: ITEMS, total: INTEGER }) },
      { total: { in: 'body', at: '/total' } },
    ],
    [
      'total named after the items',
      { gives: record({ books: ITEMS, booksCount: INTEGER }) },
      { total: { in: 'body', at: '/booksCount' } },
    ],
    [
      'total in an object',
      { gives: record({ data: ITEMS, meta: record({ total_count: INTEGER }) }) },
      { total: { in: 'body', at: '/meta/total_count' } },
    ],
    [
      'count of the page before a total',
      { gives: record({ data: ITEMS, pagination: record({ count: INTEGER, total: INTEGER }) }) },
      { total: { in: 'body', at: '/pagination/total' }, facts: [{ kind: 'count', at: '/pagination/count' }] },
    ],
    [
      'total in a header',
      { gives: ITEMS, responseHeaders: ['X-Total-Count'] },
      { total: { in: 'header', at: 'X-Total-Count' } },
    ],
    [
      'next cursor',
      { gives: record({ data: ITEMS, next_cursor: STRING }) },
      { next: { in: 'body', at: '/next_cursor', kind: 'cursor' } },
    ],
    [
      'next token in an object',
      { gives: record({ data: ITEMS, pagination: record({ nextPageToken: STRING }) }) },
      { next: { in: 'body', at: '/pagination/nextPageToken', kind: 'cursor' } },
    ],
    [
      'next URL',
      { gives: record({ data: ITEMS, links: record({ next: STRING }) }) },
      { next: { in: 'body', at: '/links/next', kind: 'url' } },
    ],
    [
      'an iterator with a flag of the end',
      {
        gives: record({ data: ITEMS, done: 'boolean', iterator: STRING, prevIterator: STRING }),
        query: { iterator: STRING, limit: INTEGER },
      },
      {
        style: 'cursor',
        position: 'iterator',
        next: { in: 'body', at: '/iterator', kind: 'cursor' },
        facts: [
          { kind: 'end', at: '/done' },
          { kind: 'previous-cursor', at: '/prevIterator' },
        ],
      },
    ],
    [
      'URLs and cursors beside each other',
      {
        gives: record({
          data: ITEMS,
          links: record({ next: STRING }),
          meta: record({ cursors: record({ previous: STRING, current: STRING, next: STRING }) }),
        }),
        query: { cursor: STRING, limit: INTEGER },
      },
      {
        next: { in: 'body', at: '/links/next', kind: 'url' },
        facts: [
          { kind: 'previous-cursor', at: '/meta/cursors/previous' },
          { kind: 'self-cursor', at: '/meta/cursors/current' },
          { kind: 'next-cursor', at: '/meta/cursors/next' },
        ],
      },
    ],
    [
      'cursors alone',
      { gives: record({ data: ITEMS, meta: record({ cursors: record({ next: STRING }) }) }) },
      { next: { in: 'body', at: '/meta/cursors/next', kind: 'cursor' } },
    ],
    [
      'what is no page in an object about the page',
      { gives: record({ data: ITEMS, meta: record({ links: STRING, author: record({ next: STRING }) }) }) },
      { next: undefined, facts: [] },
    ],
    ['a number that is none of a page', { gives: record({ items: ITEMS, number: INTEGER }) }, { facts: [] }],
    ['Link header', { gives: ITEMS, responseHeaders: ['Link'] }, { next: { in: 'header', at: 'Link', kind: 'url' } }],
    ['none', { gives: record({ items: ITEMS, total: STRING }) }, { total: undefined, next: undefined }],
  ])('%s', (_, list, expected) => {
    expect(paging(list)).toMatchObject(expected);
  });
});
