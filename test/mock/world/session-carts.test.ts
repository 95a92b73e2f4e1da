import { afterEach, expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: string) => ({ type: 'array', items: ref(name) });
const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const gives = (schema: object) => ({ description: 'ok', ...content(schema) });
const takes = (properties: object) => ({ requestBody: { required: true, ...content(object(properties)) } });
const parameters = [{ name: 'sessionId', in: 'path', required: true, schema: integer }];
const line = { name: text, price: integer, quantity: integer };

/** Sessions with a cart that becomes orders, which clients may also create, and which do not say whose they are. */
const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/sessions': { post: { ...takes({ email: text }), responses: { 201: gives(ref('Session')) } } },
    '/sessions/{sessionId}': { parameters, get: { responses: { 200: gives(ref('Session')) } } },
    '/sessions/{sessionId}/cart': { parameters, get: { responses: { 200: gives(ref('Cart')) } } },
    '/sessions/{sessionId}/cart/items': {
      parameters,
      get: { responses: { 200: gives(listOf('Item')) } },
      post: { ...takes(line), responses: { 201: gives(ref('Item')) } },
    },
    '/sessions/{sessionId}/cart/checkout': {
      parameters,
      post: {
        ...{ operationId: 'checkout', ...takes({ note: text }) },
        responses: { 201: gives(ref('Order')), 409: { description: 'The cart is empty' } },
      },
    },
    '/sessions/{sessionId}/cart/orders': { parameters, get: { responses: { 200: gives(listOf('Order')) } } },
    '/orders': {
      get: { responses: { 200: gives(listOf('Order')) } },
      post: { ...takes({ items: listOf('Line') }), responses: { 201: gives(ref('Order')) } },
    },
    '/orders/{id}': {
      parameters: [{ ...parameters[0], name: 'id' }],
      get: { responses: { 200: gives(ref('Order')) } },
    },
  },
  components: {
    schemas: {
      Session: object({ id: integer, email: text }),
      Cart: object({ items: listOf('Item'), itemCount: integer, total: integer }),
      Line: object(line),
      Item: object({ id: integer, ...line }),
      Order: object({ id: integer, items: listOf('Item'), total: integer, note: text }),
    },
  },
};

test('the cart of a new session is empty, and the orders of a session are what became of its cart', async () => {
  const mock = await openMock({ spec: shop });
  const logIn = async (email: string) => {
    const { id } = fields((await mock.send('POST', '/sessions', { email })).body);
    return `/sessions/${String(id)}/cart`;
  };
  const [cart, other] = [await logIn('ann@example.com'), await logIn('bob@example.com')];
  expect((await mock.send('GET', cart)).body).toMatchObject({ items: [], itemCount: 0 });
  expect((await mock.send('GET', `${cart}/orders`)).body).toEqual([]);
  await mock.send('POST', `${cart}/items`, { name: 'Cup', price: 3, quantity: 2 });
  const { items } = fields((await mock.send('GET', cart)).body);
  expect(each(items, '/name')).toEqual(['Cup']);
  const { body: order } = await mock.send('POST', `${cart}/checkout`, { note: 'ring twice' });
  expect(order).toMatchObject({ items, note: 'ring twice' });
  await mock.send('POST', `${cart}/items`, { name: 'Pot', price: 4, quantity: 1 });
  const { body: next } = await mock.send('POST', `${cart}/checkout`, { note: '' });
  expect((await mock.send('GET', `${cart}/orders`)).body).toEqual([order, next]);
  expect((await mock.send('GET', `${other}/orders`)).body).toEqual([]);
  expect(each((await mock.send('GET', '/orders')).body, '/note')).toContain('ring twice');
});

test('verify puts something into the cart of each session that it checks out', async () => {
  const { url } = await openMock({ spec: shop });
  const { findings, operations } = await verify({ spec: shop, target: url, effort: 'quick' });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(operations.find(({ id }) => id === 'checkout')).toMatchObject({ verified: true });
});
