import { afterEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { closeMocks, each, fields, items, openMock, type TestMock } from './client.ts';

afterEach(closeMocks);

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const body = (schema: object) => ({ required: true, ...json(schema) });
const missing = { '404': { description: 'none' } };
const parameter = (name: string) => [{ name, in: 'path', required: true, schema: integer }];
const rating = { type: 'integer', minimum: 1, maximum: 5 };
const counts = object(Object.fromEntries(['1', '2', '3', '4', '5'].map((each) => [each, integer])));
const review = object({ id: integer, productId: integer, rating, text });

/** Products that show the average of their reviews. */
function shop(shown: object, example = {}) {
  const product = object({ id: integer, name: text, categoryId: integer, reviewCount: integer, ...shown });
  const list = object({
    items: { type: 'array', items: review },
    averageRating: { type: ['number', 'null'] },
    ratingCounts: counts,
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    components: { schemas: { Product: product } },
    paths: {
      '/categories': {
        get: { responses: { '200': json({ type: 'array', items: object({ id: integer, name: text }) }) } },
      },
      '/products': {
        get: { responses: { '200': json({ type: 'array', items: { $ref: '#/components/schemas/Product' } }) } },
        post: {
          requestBody: body(object({ name: text })),
          responses: { '201': json({ $ref: '#/components/schemas/Product' }) },
        },
      },
      '/products/{productId}': {
        parameters: parameter('productId'),
        get: {
          responses: {
            '200': {
              description: 'ok',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Product' }, ...example } },
            },
            ...missing,
          },
        },
      },
      '/products/{productId}/reviews': {
        parameters: parameter('productId'),
        get: {
          parameters: [{ name: 'rating', in: 'query', schema: integer }],
          responses: { '200': json(list), ...missing },
        },
        post: { requestBody: body(object({ rating, text })), responses: { '201': json(review), ...missing } },
      },
      '/reviews/{reviewId}': {
        parameters: parameter('reviewId'),
        patch: { requestBody: body(object({ rating }, [])), responses: { '200': json(review), ...missing } },
        delete: { responses: { '204': { description: 'gone' }, ...missing } },
      },
    },
  };
}

const average = { averageRating: { type: ['number', 'null'], minimum: 1 } };

async function reviewed(mock: TestMock, path: string, ratings: readonly number[]): Promise<JsonValue[]> {
  const ids: JsonValue[] = [];
  for (const each of ratings) {
    const made = await mock.send('POST', `${path}/reviews`, { rating: each, text: 'Yes' });
    ids.push(fields(made.body)['id'] ?? null);
  }
  return ids;
}

test('an average follows the records that are created, changed and deleted', async () => {
  const mock = await openMock({ spec: shop(average) });
  const made = fields((await mock.send('POST', '/products', { name: 'Cup' })).body);
  expect(made['averageRating']).toBeNull();
  const path = `/products/${String(made['id'])}`;
  const shown = async () => fields((await mock.send('GET', path)).body)['averageRating'];
  const [first, second, third] = await reviewed(mock, path, [5, 4, 4]);
  expect(await shown()).toBe(4.33);
  await mock.send('PATCH', `/reviews/${String(first)}`, { rating: 1 });
  expect(await shown()).toBe(3);
  for (const each of [first, second, third]) await mock.send('DELETE', `/reviews/${String(each)}`);
  expect(await shown()).toBeNull();
});

test('a made-up product shows the average of its made-up reviews, and the list says the same beside them', async () => {
  const mock = await openMock({ spec: shop(average) });
  for (const product of (await mock.send('GET', '/products')).body as JsonValue[]) {
    const list = (await mock.send('GET', `/products/${String(fields(product)['id'])}/reviews`)).body;
    const ratings = each(items(list), '/rating').map(Number);
    const mean = ratings.reduce((sum, each) => sum + each, 0) / ratings.length;
    const [expected, number] = ratings.length === 0 ? [null, 0] : [Math.round(mean * 100) / 100, ratings.length];
    expect(product).toMatchObject({ averageRating: expected, reviewCount: number });
    expect(fields(list)['averageRating']).toBe(expected);
  }
});

test('beside a list are the average and the numbers of what it selects', async () => {
  const mock = await openMock({ spec: shop(average) });
  const made = fields((await mock.send('POST', '/products', { name: 'Cup' })).body);
  const path = `/products/${String(made['id'])}`;
  await reviewed(mock, path, [5, 5, 2]);
  const all = await mock.send('GET', `${path}/reviews`);
  expect(all.body).toMatchObject({ averageRating: 4, ratingCounts: { 1: 0, 2: 1, 3: 0, 4: 0, 5: 2 } });
  const some = await mock.send('GET', `${path}/reviews?rating=5`);
  expect(some.body).toMatchObject({ averageRating: 5, ratingCounts: { 2: 0, 5: 2 } });
});

test('the average of an example that has more reviews than are shown changes by its part', async () => {
  const example = { id: 7, name: 'Cup', categoryId: 1, reviewCount: 9, averageRating: 4 };
  const mock = await openMock({ spec: shop(average, { example }) });
  await reviewed(mock, '/products/7', [5]);
  expect((await mock.send('GET', '/products/7')).body).toMatchObject({ reviewCount: 10, averageRating: 4.1 });
});

test('the rating of a product is the average of its reviews, with the decimal places that it may have', async () => {
  const mock = await openMock({ spec: shop({ rating: { type: 'number', multipleOf: 0.1 } }) });
  const made = fields((await mock.send('POST', '/products', { name: 'Cup' })).body);
  expect(made['rating']).toBe(0);
  await reviewed(mock, `/products/${String(made['id'])}`, [5, 4, 4]);
  expect((await mock.send('GET', `/products/${String(made['id'])}`)).body).toMatchObject({ rating: 4.3 });
});

test('other numbers are no averages of reviews', async () => {
  const other = { averagePrice: { type: 'number' }, ratingLimit: { type: 'number', minimum: 7 } };
  const mock = await openMock({ spec: shop(other) });
  const [first] = (await mock.send('GET', '/products')).body as JsonValue[];
  const path = `/products/${String(fields(first)['id'])}`;
  const { averagePrice, ratingLimit } = fields((await mock.send('GET', path)).body);
  await reviewed(mock, path, [1, 1]);
  expect((await mock.send('GET', path)).body).toMatchObject({ averagePrice, ratingLimit });
});

test('products of a category have names of their own, and those on a wish list are the products', async () => {
  const spec = shop(average);
  const wishes = {
    '/me/wishlist': {
      get: { responses: { '200': json({ type: 'array', items: { $ref: '#/components/schemas/Product' } }) } },
    },
    '/me/wishlist/{productId}': {
      parameters: parameter('productId'),
      put: { responses: { '204': { description: 'added' } } },
      delete: { responses: { '204': { description: 'removed' } } },
    },
  };
  const { post, ...get } = spec.paths['/products'];
  expect(post).toBeDefined();
  const mock = await openMock({ spec: { ...spec, paths: { ...spec.paths, '/products': get, ...wishes } } });
  const products = (await mock.send('GET', '/products')).body as JsonValue[];
  const names = products.map((each) => fields(each)['name']);
  expect(new Set(names).size).toBe(names.length);
  expect(each((await mock.send('GET', '/categories')).body, '/name')).not.toContain(names[0]);
  for (const wish of (await mock.send('GET', '/me/wishlist')).body as JsonValue[]) {
    const { id, name = null, categoryId = null } = fields(wish);
    expect(products.find((each) => fields(each)['id'] === id)).toMatchObject({ name, categoryId });
  }
});
