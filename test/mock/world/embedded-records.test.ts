import { afterEach, expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const text = { type: 'string' };
const integer = { type: 'integer' };
const price = { type: 'number', minimum: 0 };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const listOf = (items: object) => ({ type: 'array', items });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const body = (schema: object) => ({ required: true, ...json(schema) });
const errors = {
  '400': { description: 'bad' },
  '404': { description: 'no' },
  '415': { description: 'no' },
  '422': { description: 'no' },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const collection = (name: string, sent?: object) => ({
  get: { responses: { '200': json(listOf(ref(name))) } },
  ...(sent ? { post: { requestBody: body(sent), responses: { '201': json(ref(name)), ...errors } } } : {}),
});
const item = (parameter: string, name: string, patch?: object) => ({
  parameters: [{ name: parameter, in: 'path', required: true, schema: integer }],
  get: { responses: { '200': json(ref(name)), ...errors } },
  ...(patch ? { patch: { requestBody: body(patch), responses: { '200': json(ref(name)), ...errors } } } : {}),
  delete: { responses: { '204': { description: 'gone' }, ...errors } },
});
const newCustomer = object({ name: text, city: text });
const product = object({ name: text, price });
const line = object({ productId: integer, quantity: { ...integer, minimum: 1 } });
const newOrder = object({ customerId: integer, tagIds: listOf(integer), items: listOf(line) });
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  components: {
    schemas: {
      Customer: object({ id: integer, name: text, city: text, phone: text }, ['id', 'name', 'city']),
      Product: object({ id: integer, name: text, price }),
      Tag: object({ id: integer, label: text }),
      Line: object({ product: ref('Product'), quantity: integer, unitPrice: price }, ['quantity']),
      Order: object(
        {
          id: integer,
          customer: ref('Customer'),
          contact: object({ id: integer, name: text }, []),
          tags: listOf(ref('Tag')),
          items: listOf(ref('Line')),
          total: price,
        },
        ['id', 'customer', 'items'],
      ),
    },
  },
  paths: {
    '/customers': collection('Customer', newCustomer),
    '/customers/{customerId}': item('customerId', 'Customer', newCustomer),
    '/products': collection('Product', product),
    '/products/{productId}': item('productId', 'Product', product),
    '/tags': collection('Tag', object({ label: text })),
    '/tags/{tagId}': item('tagId', 'Tag', object({ label: text })),
    '/orders': collection('Order', newOrder),
    '/orders/{orderId}': item('orderId', 'Order', object({ customerId: integer })),
  },
};

async function start() {
  const mock = await openMock({ spec: SPEC });
  const create = async (path: string, value: object) => fields((await mock.send('POST', path, value as never)).body);
  const customer = await create('/customers', { name: 'Ann', city: 'Rome' });
  const chair = await create('/products', { name: 'Chair', price: 12.5 });
  const tags = [await create('/tags', { label: 'new' }), await create('/tags', { label: 'big' })];
  const order = await create('/orders', {
    customerId: customer['id'],
    tagIds: each(tags, '/id'),
    items: [{ productId: chair['id'], quantity: 2 }],
  });
  return { mock, create, customer, chair, tags, order, path: `/orders/${String(order['id'])}` };
}

test('a record shows those that its creation names by their identifiers, and a line costs what its product does', async () => {
  const { order, customer, chair, tags } = await start();
  expect(order['customer']).toEqual(customer);
  expect(order).toMatchObject({ tags, items: [{ product: chair, quantity: 2, unitPrice: 12.5 }] });
  expect(Number(order['total'])).toBe(25);
});

test('what a record shows whole of another one is as that is now; what it has copied stays', async () => {
  const { mock, customer, chair, tags, path } = await start();
  await mock.send('PATCH', `/customers/${String(customer['id'])}`, { name: 'Bea', city: 'Oslo' });
  await mock.send('PATCH', `/products/${String(chair['id'])}`, { name: 'Stool', price: 99 });
  await mock.send('PATCH', `/tags/${String(tags[0]?.['id'])}`, { label: 'old' });
  const expected = {
    customer: { ...customer, name: 'Bea', city: 'Oslo' },
    tags: [{ ...tags[0], label: 'old' }, tags[1]],
    items: [{ product: { ...chair, name: 'Stool', price: 99 }, unitPrice: 12.5 }],
  };
  expect((await mock.send('GET', path)).body).toMatchObject(expected);
  expect(Number(fields((await mock.send('GET', path)).body)['total'])).toBe(25);
  const { body: list } = await mock.send('GET', '/orders');
  expect((list as object[]).at(-1)).toMatchObject(expected);
  await mock.send('DELETE', `/customers/${String(customer['id'])}`);
  expect((await mock.send('GET', path)).body).toMatchObject({ customer: expected.customer });
});

test('a change that names another record shows that', async () => {
  const { mock, create, path } = await start();
  const other = await create('/customers', { name: 'Cleo', city: 'Bern' });
  expect((await mock.send('PATCH', path, { customerId: other['id'] ?? 0 })).body).toMatchObject({ customer: other });
  expect((await mock.send('GET', path)).body).toMatchObject({ customer: other });
});

test('a mock of records that show others keeps its own contract', async () => {
  const { findings, operations } = await verify({ spec: SPEC, effort: 'quick' });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(operations.filter(({ verified }) => !verified)).toEqual([]);
});
