import { afterEach, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, openMock, type TestMock } from './client.ts';

afterEach(closeMocks);

const LISTED = { enum: ['shipped', 'pending'], readOnly: true };
const product = record({ id: 'integer', name: 'string' }, ['id', 'name']);
const order = record(
  {
    id: { type: 'integer', readOnly: true },
    productId: 'integer',
    status: LISTED,
    priority: { ...LISTED, default: 'pending' },
    product,
    lines: listOf(record({ productId: 'integer', amount: 'integer' }, ['productId'])),
    productIds: listOf({ type: 'integer' }),
  },
  ['id', 'status', 'priority', 'productId', 'product', 'lines', 'productIds'],
);
const category = record({ id: 'integer', parentId: 'integer' }, ['id', 'parentId']);

const CONTRACT = contractOf({
  'GET /products': { gives: listOf(product) },
  'GET /products/{productId}': { gives: product, path: { productId: { type: 'integer' } } },
  'GET /orders': { gives: listOf(order) },
  'POST /orders': { sends: record({ productId: 'integer' }), gives: order, status: '201' },
  'GET /orders/{orderId}': { gives: order, path: { orderId: { type: 'integer' } } },
  'GET /categories': { gives: listOf(category) },
  'GET /categories/{categoryId}': { gives: category, path: { categoryId: { type: 'integer' } } },
});

async function list(mock: TestMock, path: string): Promise<JsonObject[]> {
  return (await mock.send('GET', path)).body as JsonObject[];
}

describe('a made-up record', () => {
  test('refers to records that exist, in every place that names one', async () => {
    const mock = await openMock({ contract: CONTRACT, strictState: true });
    const orders = await list(mock, '/orders');
    const products = await list(mock, '/products');
    const ids = products.map(({ id }) => id);
    expect(orders).toHaveLength(3);
    for (const { productId, lines, productIds } of orders) {
      expect(ids).toContain(productId);
      expect(ids).toEqual(expect.arrayContaining(each(lines, '/productId')));
      expect(ids).toEqual(expect.arrayContaining(productIds as JsonValue[]));
      expect(new Set(productIds as JsonValue[]).size).toBe((productIds as JsonValue[]).length);
    }
  });

  test('shows a record inside of it as that record is', async () => {
    const mock = await openMock({ contract: CONTRACT });
    for (const { product: shown } of await list(mock, '/orders'))
      expect(await list(mock, '/products')).toContainEqual(shown);
  });

  test('refers to records of its own type', async () => {
    const mock = await openMock({ contract: CONTRACT });
    const [, ...others] = await list(mock, '/categories');
    const ids = (await list(mock, '/categories')).map(({ id }) => id);
    for (const { parentId } of others) expect(ids).toContain(parentId);
  });

  test('refers to a record that exists, if it was made up for a request', async () => {
    const mock = await openMock({ contract: CONTRACT });
    const { body } = await mock.send('GET', '/orders/77');
    expect((await list(mock, '/products')).map(({ id }) => id)).toContain((body as JsonObject)['productId']);
  });
});

describe('a new record', () => {
  test('begins with the default of an enum that only the service sets, else with its first value', async () => {
    const mock = await openMock({ contract: CONTRACT });
    const { body } = await mock.send('POST', '/orders', { productId: 4711 });
    expect(body).toMatchObject({ productId: 4711, status: 'shipped', priority: 'pending' });
  });

  test('refers to records that exist where the client said nothing', async () => {
    const mock = await openMock({ contract: CONTRACT });
    const { body } = await mock.send('POST', '/orders', { productId: 4711 });
    expect(await list(mock, '/products')).toContainEqual((body as JsonObject)['product']);
  });
});

describe('what was made up', () => {
  const time = { type: 'string', format: 'date-time' };
  const shop = record({ id: 'integer', createdAt: time }, ['id', 'createdAt']);
  const review = record({ id: 'integer', createdAt: time }, ['id', 'createdAt']);
  const path = { shopId: { type: 'integer' } };
  const contract = contractOf({
    'GET /shops': { gives: listOf(shop) },
    'GET /shops/{shopId}': { gives: shop, path },
    'GET /shops/{shopId}/reviews': { gives: listOf(review), path },
    'GET /shops/{shopId}/reviews/{id}': { gives: review, path: { ...path, id: { type: 'integer' } } },
  });

  test.each(['/shops', '/shops/1/reviews', '/shops/2/reviews'])(
    '%s: was created in the order of its ids',
    async (at) => {
      const mock = await openMock({ contract });
      for (const id of [90, 44]) await mock.send('GET', `${at}/${id}`);
      const all = await list(mock, at);
      const byId = all.toSorted((a, b) => Number(a['id']) - Number(b['id']));
      expect(byId.length).toBeGreaterThan(4);
      const times = each(byId, '/createdAt').map(String);
      expect(times).toEqual(times.toSorted());
      expect(new Set(times).size).toBe(times.length);
    },
  );
});

test.each(['/me', '/users/current'])('%s is a user, whose e-mail address fits the name', async (path) => {
  const user = record({ id: 'integer', name: 'string', email: { type: 'string', format: 'email' } }, ['name', 'email']);
  const mock = await openMock({ contract: contractOf({ [`GET ${path}`]: { gives: user } }) });
  const { name, email } = (await mock.send('GET', path)).body as JsonObject;
  const [first = '', ...others] = String(name)
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .split(' ');
  expect(others.length).toBeGreaterThan(0);
  expect(String(email).startsWith(`${first}.`)).toBe(true);
});
