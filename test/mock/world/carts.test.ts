import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import { verify } from '../../../harness/index.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

test('items cost what their products do, a cart the sum of its items, and the order that it becomes has both', async () => {
  const mock = await openMock({ spec: 'test/mock/documents/store.yaml' });
  const { body: products } = await mock.send('GET', '/products');
  const [productId, otherId] = each(products, '/id');
  const [price, otherPrice] = each(products, '/price').map(Number);
  const { id } = fields((await mock.send('POST', '/carts')).body);
  const path = `/carts/${String(id)}`;
  const totalOf = async (at: string) => Number(fields((await mock.send('GET', at)).body)['total']);
  expect(await totalOf(path)).toBe(0);
  const { body: item } = await mock.send('POST', `${path}/items`, { productId: productId ?? '', quantity: 2 });
  expect([fields(item)['unitPrice'], fields(item)['lineTotal']].map(Number)).toEqual([price, 2 * (price ?? 0)]);
  await mock.send('POST', `${path}/items`, { productId: otherId ?? '', quantity: 1 });
  expect(await totalOf(path)).toBeCloseTo(2 * (price ?? 0) + (otherPrice ?? 0), 5);
  await mock.send('PATCH', `${path}/items/${String(fields(item)['id'])}`, { quantity: 5 });
  const total = 5 * (price ?? 0) + (otherPrice ?? 0);
  expect(await totalOf(path)).toBeCloseTo(total, 5);
  const { items } = fields((await mock.send('GET', path)).body);
  const { body: order } = await mock.send('POST', `${path}/checkout`, { email: 'a@example.com' });
  expect(order).toMatchObject({ cartId: id, email: 'a@example.com', status: 'placed', items });
  expect(await totalOf(`/orders/${String(fields(order)['id'])}`)).toBeCloseTo(total, 5);
  expect(fields((await mock.send('GET', path)).body)['items']).toEqual([]);
  expect(await totalOf(path)).toBe(0);
});

const integer = { type: 'integer' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const listed = (name: string) => ({ type: 'array', items: ref(name), readOnly: true });
const object = (properties: object, ...required: string[]) => ({ type: 'object', properties, required });
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const gives = (schema: object, description = 'ok') => ({ description, ...content(schema) });
const line = { name: { type: 'string' }, price: integer, quantity: integer };
const sendsLine = { requestBody: { required: true, ...content(object(line, 'name', 'price', 'quantity')) } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: integer }];
const completedAt = { type: ['string', 'null'], format: 'date-time', readOnly: true };

interface Store {
  /** The path of the basket, and whether it is one of several. */
  readonly at: string;
  readonly isOne: boolean;
  /** What the document says of a checkout, and with which status. */
  readonly said?: string;
  readonly status: number;
  readonly text?: string;
}

function store({ at, isOne, said = '', status, text = 'Error' }: Store) {
  const around = isOne ? {} : { parameters };
  const checkout = {
    ...{ operationId: 'checkout', description: said },
    responses: { 201: gives(ref('Order')), [status]: gives(ref('Error'), text) },
  };
  const creation = { [at.replace('/{id}', '')]: { post: { responses: { 201: gives(ref('Basket')) } } } };
  const paths = {
    ...(isOne ? {} : creation),
    [at]: { ...around, get: { responses: { 200: gives(ref('Basket')) } } },
    [`${at}/items`]: {
      ...around,
      get: { responses: { 200: gives({ type: 'array', items: ref('Item') }) } },
      post: { ...sendsLine, responses: { 201: gives(ref('Item')) } },
    },
    [`${at}/checkout`]: { ...around, post: checkout },
    '/orders': { get: { responses: { 200: gives({ type: 'array', items: ref('Order') }) } } },
    '/orders/{id}': { parameters, get: { responses: { 200: gives(ref('Order')) } } },
  };
  const schemas = {
    Item: object({ id: { ...integer, readOnly: true }, ...line }, 'id', 'name', 'price', 'quantity'),
    Basket: object(
      { id: { ...integer, readOnly: true }, items: listed('Item'), total: integer, itemCount: integer, completedAt },
      'id',
      'items',
    ),
    Order: object(
      { id: { ...integer, readOnly: true }, items: listed('Item'), total: integer },
      'id',
      'items',
      'total',
    ),
    Error: object({ message: { type: 'string' } }, 'message'),
  };
  const info = { title: 'Store', version: '1' };
  return { openapi: '3.1.0', info, paths, components: { schemas } };
}

test.each<[string, Store]>([
  [
    'of a response',
    { at: '/baskets/{id}', isOne: false, status: 409, text: 'The basket is empty or was ordered before' },
  ],
  [
    'of the operation',
    { at: '/baskets/{id}', isOne: false, status: 422, said: 'Orders what is in it; 422 if the basket has no items.' },
  ],
  ['of the only one that there is', { at: '/basket', isOne: true, status: 409, said: 'An empty basket is a conflict' }],
])('a checkout empties the cart, and one of an empty cart is rejected as the document says: %s', async (_, about) => {
  const mock = await openMock({ spec: store(about) });
  const { id } = about.isOne ? {} : fields((await mock.send('POST', '/baskets')).body);
  const at = about.at.replace('{id}', String(id));
  await mock.send('POST', `${at}/items`, { name: 'Cup', price: 3, quantity: 2 });
  const { items } = fields((await mock.send('GET', at)).body);
  expect(each(items, '/name')).toContain('Cup');
  const { status, body: order } = await mock.send('POST', `${at}/checkout`);
  expect({ status, order }).toMatchObject({ status: 201, order: { items } });
  expect((await mock.send('GET', at)).body).toMatchObject({ items: [], itemCount: 0 });
  expect((await mock.send('GET', `${at}/items`)).body).toEqual([]);
  const again = await mock.send('POST', `${at}/checkout`);
  expect(again).toMatchObject({ status: about.status, body: { message: 'the basket is empty' } });
  expect((await mock.send('GET', `/orders/${String(fields(order)['id'])}`)).body).toEqual(order);
  await mock.send('POST', `${at}/items`, { name: 'Pot', price: 4, quantity: 1 });
  expect((await mock.send('GET', at)).body).toMatchObject({ items: [{ name: 'Pot' }], itemCount: 1 });
  const { body: next } = await mock.send('POST', `${at}/checkout`);
  expect([each(fields(next)['items'], '/name'), Number(fields(next)['total'])]).toEqual([['Pot'], 4]);
});

test('a checkout of an empty cart is no error where the document says nothing of it', async () => {
  const mock = await openMock({
    spec: store({ at: '/baskets/{id}', isOne: false, status: 409, said: 'Buys it.' }),
  });
  const { id } = fields((await mock.send('POST', '/baskets')).body);
  expect((await mock.send('POST', `/baskets/${String(id)}/checkout`)).status).toBe(201);
  expect((await mock.send('GET', `/baskets/${String(id)}`)).body).toMatchObject({ completedAt: expect.any(String) });
});

test('nor where no request can put anything into it', async () => {
  const spec = store({ at: '/baskets/{id}', isOne: false, status: 409, text: 'The basket is empty' });
  const { '/baskets/{id}/items': _, ...paths } = spec.paths as Record<string, object>;
  const mock = await openMock({ spec: { ...spec, paths } });
  const { id } = fields((await mock.send('POST', '/baskets')).body);
  expect((await mock.send('POST', `/baskets/${String(id)}/checkout`)).status).toBe(201);
});

test('verify puts something into a cart before it checks it out', async () => {
  const spec = store({ at: '/baskets/{id}', isOne: false, status: 409, text: 'The basket is empty' });
  const { url } = await openMock({ spec });
  const { findings, operations } = await verify({ spec, target: url, effort: 'quick' });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(operations.find(({ id }) => id === 'checkout')).toMatchObject({ verified: true });
});

test('a line shows the name and the price of its product', async () => {
  const mock = await openMock({ spec: withProducts(store({ at: '/baskets/{id}', isOne: false, status: 409 })) });
  const { id } = fields((await mock.send('POST', '/baskets')).body);
  const { body: products } = await mock.send('GET', '/products');
  for (const product of products as JsonObject[]) {
    const line = { productId: product['id'] ?? 0, quantity: 2 };
    const { body } = await mock.send('POST', `/baskets/${String(id)}/items`, line);
    expect(body).toMatchObject({ ...line, name: product['name'], sku: product['sku'], price: product['price'] });
  }
});

test('a cart that adding, changing and removing an item gives back shows what is in it then', async () => {
  const mock = await openMock({ spec: givingTheCart() });
  const { id } = fields((await mock.send('POST', '/baskets')).body);
  const path = `/baskets/${String(id)}`;
  const add = (name: string) => mock.send('POST', `${path}/items`, { name, price: 3, quantity: 2 });
  expect((await add('Cup')).body).toMatchObject({ id, items: [{ name: 'Cup', quantity: 2 }], itemCount: 1 });
  const { body } = await add('Pot');
  expect(each(fields(body)['items'], '/name')).toEqual(['Cup', 'Pot']);
  const [cup, pot] = each(fields(body)['items'], '/id').map(String);
  const { body: changed } = await mock.send('PATCH', `${path}/items/${pot}`, { quantity: 5 });
  expect(each(fields(changed)['items'], '/quantity').map(Number)).toEqual([2, 5]);
  const { body: left } = await mock.send('DELETE', `${path}/items/${cup}`);
  expect(left).toMatchObject({ id, items: [{ name: 'Pot' }], itemCount: 1 });
  expect((await mock.send('GET', path)).body).toEqual(left);
});

test('verify finds the items of such a cart in what adding one gives back', async () => {
  const spec = givingTheCart();
  const { url } = await openMock({ spec });
  const { findings, operations } = await verify({ spec, target: url, effort: 'quick' });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(operations.filter(({ verified }) => !verified)).toEqual([]);
});

/** A document without a list of items, whose changes all give back the cart. */
function givingTheCart() {
  const { paths, ...rest } = store({ at: '/baskets/{id}', isOne: false, status: 409 });
  const { '/baskets/{id}/items': _, '/baskets/{id}/checkout': __, ...others } = paths as Record<string, object>;
  const basket = { responses: { 200: gives(ref('Basket')), 404: gives(ref('Error')) } };
  const changes = { requestBody: { required: true, ...content(object({ quantity: integer }, 'quantity')) } };
  const itemId = { name: 'itemId', in: 'path', required: true, schema: integer };
  const items = {
    '/baskets/{id}/items': { parameters, post: { ...sendsLine, ...basket } },
    '/baskets/{id}/items/{itemId}': {
      parameters: [...parameters, itemId],
      patch: { ...changes, ...basket },
      delete: basket,
    },
  };
  return { ...rest, paths: { ...others, ...items } };
}

/** The same document with lines that name products, and get all else from them. */
function withProducts({ paths, components, ...rest }: ReturnType<typeof store>) {
  const schemas = components.schemas;
  const product = { name: { type: 'string' }, sku: { type: 'string' }, price: integer };
  const Product = object({ id: { ...integer, readOnly: true }, ...product }, 'id', ...Object.keys(product));
  const Item = object(
    { id: { ...integer, readOnly: true }, productId: integer, ...product, quantity: integer },
    'id',
    'name',
    'quantity',
  );
  const sends = {
    required: true,
    ...content(object({ productId: integer, quantity: integer }, 'productId', 'quantity')),
  };
  const at = '/baskets/{id}/items';
  const post = { requestBody: sends, responses: { 201: gives(ref('Item')) } };
  const more = {
    [at]: { ...(paths as Record<string, object>)[at], post },
    '/products': { get: { responses: { 200: gives({ type: 'array', items: ref('Product') }) } } },
    '/products/{id}': { parameters, get: { responses: { 200: gives(ref('Product')) } } },
  };
  return { ...rest, paths: { ...paths, ...more }, components: { schemas: { ...schemas, Item, Product } } };
}
