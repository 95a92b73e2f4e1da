import { afterEach, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { verify } from '../../../harness/index.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const gives = (schema: object) => ({ description: 'ok', ...content(schema) });
const done = { description: 'done' };
const takes = (schema: object) => ({ requestBody: { required: true, ...content(schema) } });
const listOf = (name: string) => ({ type: 'array', items: ref(name) });
const object = (properties: object, ...required: string[]) => ({ type: 'object', properties, required });
const failures = { 404: { description: 'missing' }, 422: { description: 'invalid' } };
const amount = { type: 'number', minimum: 0 };
const integer = { type: 'integer', minimum: 1 };
const text = { type: 'string' };
const schemas = {
  Product: object({ id: { type: 'integer' }, name: text, price: amount }, 'id', 'name', 'price'),
  NewItem: object({ productId: { type: 'integer' }, quantity: integer }, 'productId', 'quantity'),
  Item: object(
    {
      ...{ id: { type: 'string', format: 'uuid' }, productId: { type: 'integer' }, name: text },
      ...{ quantity: integer, price: amount, subtotal: amount },
    },
    'id',
    'productId',
    'quantity',
  ),
  Cart: object({ items: listOf('Item'), total: amount, itemCount: { type: 'integer' } }, 'items', 'total'),
};
const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const products = {
  '/products': { get: { responses: { 200: gives(listOf('Product')) } } },
  '/products/{productId}': {
    parameters: [inPath('productId', { type: 'integer' })],
    get: { responses: { 200: gives(ref('Product')), ...failures } },
  },
};
const get = { responses: { 200: gives(ref('Cart')) } };
const empty = { delete: { responses: { 204: done } } };
const itemId = inPath('itemId', { type: 'string', format: 'uuid' });
const userId = inPath('userId', { type: 'integer' });
const adding = (name: string) => ({ ...takes(ref('NewItem')), responses: { 201: gives(ref(name)), ...failures } });
const changed = (name: string, ...parameters: object[]) => ({
  parameters: [...parameters, itemId],
  patch: { ...takes(object({ quantity: integer }, 'quantity')), responses: { 200: gives(ref(name)), ...failures } },
  delete: { responses: { 204: done, ...failures } },
});
const below = (path: string, name: string, ...above: object[]) => ({
  [`${path}/items`]: { parameters: above, post: adding(name) },
  [`${path}/items/{itemId}`]: changed(name, ...above),
});

interface Shop {
  readonly paths: object;
  readonly cart?: string;
  /** Where items are added, and are after that. */
  readonly at?: string;
}

const SHOPS: Readonly<Record<string, Shop>> = {
  'that is only read, with items': { paths: { '/cart': { get }, ...below('/cart', 'Item') } },
  'that adding an item gives back': { paths: { '/cart': { get, ...empty }, ...below('/cart', 'Cart') } },
  'with a list of its items': {
    paths: {
      ...{ '/cart': { get, ...empty }, '/cart/items/{itemId}': changed('Item') },
      '/cart/items': { get: { responses: { 200: gives(listOf('Item')) } }, post: adding('Item') },
    },
  },
  'with its items at its own path': {
    paths: { '/cart': { get, post: adding('Cart'), ...empty }, '/cart/{itemId}': changed('Cart') },
    at: '/cart',
  },
  'of a user': {
    paths: {
      '/users/{userId}': {
        parameters: [userId],
        get: { responses: { 200: gives(object({ id: { type: 'integer' } }, 'id')), ...failures } },
      },
      '/users/{userId}/cart': { parameters: [userId], get, ...empty },
      ...below('/users/{userId}/cart', 'Cart', userId),
    },
    cart: '/users/7/cart',
  },
};

function specOf({ paths }: Shop) {
  const info = { title: 'Shop', version: '1' };
  return { openapi: '3.0.3', info, paths: { ...products, ...paths }, components: { schemas } };
}

const numbers = (cart: JsonValue | undefined, pointer: string) => each(fields(cart)['items'], pointer).map(Number);
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describe.each(Object.entries(SHOPS))('a cart without an identifier, %s', (_, shop) => {
  const { cart = '/cart', at = `${cart}/items` } = shop;

  test('shows the items that were added, changed and removed, and what they cost', async () => {
    const mock = await openMock({ spec: specOf(shop) });
    const { body: all } = await mock.send('GET', '/products');
    const [, product] = each(all, '').map((each) => fields(each));
    const read = async () => {
      const { body } = await mock.send('GET', cart);
      const costs = numbers(body, '/quantity').map((quantity, at) => quantity * (numbers(body, '/price')[at] ?? 0));
      expect(Number(fields(body)['total'])).toBeCloseTo(sumOf(costs), 5);
      expect(Number(fields(body)['itemCount'])).toBe(costs.length);
      for (const [at, subtotal] of numbers(body, '/subtotal').entries())
        expect(subtotal).toBeCloseTo(costs[at] ?? 0, 5);
      return fields(body)['items'] as JsonValue[];
    };
    const before = await read();
    const id = fields(product)['id'] ?? 0;
    const { body: added } = await mock.send('POST', at, { productId: id, quantity: 2 });
    const items = await read();
    expect(items).toHaveLength(before.length + 1);
    const item = fields(items.at(-1));
    expect(item).toMatchObject({
      ...{ productId: id, quantity: 2 },
      name: product?.['name'],
      price: product?.['price'],
    });
    expect([item, { items }]).toContainEqual('items' in fields(added) ? { items } : added);
    const { body: changed } = await mock.send('PATCH', `${at}/${String(item['id'])}`, { quantity: 5 });
    const after = await read();
    expect(after.at(-1)).toMatchObject({ id: item['id'], quantity: 5 });
    expect([after.at(-1), after]).toContainEqual(fields(changed)['items'] ?? changed);
    await mock.send('DELETE', `${at}/${String(item['id'])}`);
    expect(await read()).toEqual(before);
  });

  test('passes', async () => {
    const spec = specOf(shop);
    const { url } = await openMock({ spec });
    const { findings, operations } = await verify({ spec, target: url, effort: 'quick' });
    expect(findings).toEqual([]);
    expect(operations.filter(({ verified }) => !verified)).toEqual([]);
  });
});

test('a cart that is deleted is empty, unless the document has a response for that', async () => {
  const { paths, ...rest } = specOf(SHOPS['with a list of its items'] as Shop);
  const mock = await openMock({ spec: { paths, ...rest } });
  await mock.send('POST', '/cart/items', { productId: 1, quantity: 2 });
  expect((await mock.send('DELETE', '/cart')).status).toBe(204);
  expect((await mock.send('GET', '/cart')).body).toMatchObject({ items: [], itemCount: 0 });
  expect((await mock.send('GET', '/cart/items')).body).toEqual([]);
  await mock.send('POST', '/cart/items', { productId: 1, quantity: 2 });
  expect(numbers((await mock.send('GET', '/cart')).body, '/quantity')).toEqual([2]);
  const missing = { get: { responses: { ...get.responses, ...failures } }, ...empty };
  const strict = await openMock({ spec: { ...rest, paths: { ...paths, '/cart': missing } } });
  await strict.send('DELETE', '/cart');
  expect((await strict.send('GET', '/cart')).status).toBe(404);
});

test('the lines of an order are its own, and none of those of the cart', async () => {
  const { paths, components, ...rest } = specOf(SHOPS['that adding an item gives back'] as Shop);
  const Order = object({ id: { type: 'integer' }, items: listOf('Item') }, 'id', 'items');
  const orders = { '/orders': { get: { responses: { 200: gives(listOf('Order')) } } } };
  const spec = { ...rest, paths: { ...paths, ...orders }, components: { schemas: { ...components.schemas, Order } } };
  const mock = await openMock({ spec });
  const [cart, list] = [(await mock.send('GET', '/cart')).body, (await mock.send('GET', '/orders')).body];
  const ids = [...(list as JsonValue[]), cart ?? null].flatMap((shown) => each(fields(shown)['items'], '/id'));
  expect(new Set(ids).size).toBe(ids.length);
});
