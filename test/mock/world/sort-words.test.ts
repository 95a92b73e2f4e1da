import { afterEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { closeMocks, each, openMock } from './client.ts';

afterEach(closeMocks);

const sort = [
  'newest',
  'oldest',
  'rating',
  'top_rated',
  'cheapest',
  'price_desc',
  '-price',
  'popular',
  'relevance',
  'pages',
  '-pages',
];
const book = {
  type: 'object',
  required: ['id', 'title', 'createdAt'],
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    price: { type: 'number' },
    averageRating: { type: ['number', 'null'] },
    viewCount: { type: 'integer' },
    pagesRead: { type: 'integer' },
    totalPages: { type: 'integer' },
    createdAt: { type: 'string', format: 'date-time' },
  },
};
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        parameters: [
          { name: 'maxPages', in: 'query', schema: { type: 'integer' } },
          { name: 'sort', in: 'query', schema: { type: 'string', enum: sort, default: 'newest' } },
        ],
        responses: { '200': json({ type: 'array', items: book }) },
      },
    },
    '/books/{bookId}': {
      get: {
        parameters: [{ name: 'bookId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { '200': json(book) },
      },
    },
  },
};
const row = (id: number, day: number, price: number, averageRating: JsonValue, viewCount: number) => ({
  ...{
    id,
    title: `Book ${id}`,
    price,
    averageRating,
    viewCount,
    pagesRead: 5,
    totalPages: 100 * id,
    createdAt: `2026-01-0${day}T00:00:00Z`,
  },
});
const seedData = { book: [row(1, 2, 30, 4.5, 10), row(2, 3, 10, null, 30), row(3, 1, 20, 4.9, 20)] };

test.each([
  ['?sort=newest', [2, 1, 3]],
  ['', [2, 1, 3]],
  ['?sort=oldest', [3, 1, 2]],
  ['?sort=rating', [3, 1, 2]],
  ['?sort=top_rated', [3, 1, 2]],
  ['?sort=cheapest', [2, 3, 1]],
  ['?sort=price_desc', [1, 3, 2]],
  ['?sort=-price', [1, 3, 2]],
  ['?sort=popular', [2, 3, 1]],
  ['?sort=relevance', [1, 2, 3]],
  ['?sort=pages', [1, 2, 3]],
  ['?sort=-pages', [3, 2, 1]],
  ['?maxPages=200', [2, 1]],
])('a word for an order that is the name of no property has its usual meaning: %s', async (query, ids) => {
  const mock = await openMock({ spec: SPEC, seedData });
  expect(each((await mock.send('GET', `/books${query}`)).body, '')).toMatchObject(ids.map((id) => ({ id })));
});
