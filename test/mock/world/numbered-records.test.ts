import { afterEach, expect, test } from 'vitest';
import { closeMocks, each, fields, openMock } from './client.ts';

const integer = { type: 'integer', minimum: 1 };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const id = { ...integer, readOnly: true };
const text = { type: 'string', readOnly: true };
const price = { type: 'number', minimum: 0, multipleOf: 0.01 };
const product = object({ id, name: { type: 'string', minLength: 1 }, price });
const line = object({ id, productId: integer, productName: text, quantity: integer });
const order = object({
  ...{ id, number: { ...text, pattern: '^PL-[0-9]{6}$' }, phoneNumber: text },
  lines: { type: 'array', items: line, readOnly: true },
  note: { type: 'string' },
});
const item = (name: string, schema: object) => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
  get: { responses: { '200': json(schema) } },
});
const collection = (schema: object) => ({
  get: { responses: { '200': json({ type: 'array', items: schema }) } },
  post: { requestBody: { required: true, ...json(schema) }, responses: { '201': json(schema) } },
});
const SHOP = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/products': collection(product),
    '/products/{productId}': item('productId', product),
    '/orders': collection(order),
    '/orders/{orderId}': item('orderId', order),
  },
};

afterEach(closeMocks);

test('each new record has a number of its own, the same after a reset', async () => {
  const mock = await openMock({ spec: SHOP });
  const create = async () => fields((await mock.send('POST', '/orders', { note: 'x' })).body);
  const created = [await create(), await create(), await create()];
  const numbers = created.map((each) => String(each['number']));
  expect(new Set(numbers).size).toBe(3);
  for (const number of numbers) expect(number).toMatch(/^PL-\d{6}$/);
  expect(new Set(created.map((each) => each['phoneNumber'])).size).toBe(1);
  await mock.reset();
  expect((await create())['number']).toBe(numbers[0]);
});

test('lines that are made up show the names of their products', async () => {
  const mock = await openMock({ spec: SHOP });
  const products = (await mock.send('GET', '/products')).body;
  const names = new Map(each(products, '/id').map((id, index) => [id, each(products, '/name')[index]]));
  const lines = each((await mock.send('GET', '/orders')).body, '/lines').flat() as Record<string, unknown>[];
  expect(lines.length).toBeGreaterThan(0);
  for (const { productId, productName } of lines) expect(productName).toBe(names.get(productId as number));
});

test('programs get prices as numbers, and only what a double cannot hold otherwise', async () => {
  const mock = await openMock({ spec: SHOP });
  const sent = '{"name":"Tea","price":19.90,"stock":9007199254740993}';
  const headers = { 'content-type': 'application/json' };
  const seen: unknown[] = [];
  mock.use('POST /products', ({ body }) => void seen.push(body));
  const created = await fetch(`${mock.url}/products`, { method: 'POST', headers, body: sent });
  expect(await created.text()).toContain('"price":19.90');
  const found = (await mock.state.list<{ name: string; price: number; stock: unknown }>('product')).at(-1);
  expect(found?.price).toBe(19.9);
  expect(String(found?.stock)).toBe('9007199254740993');
  expect(seen).toMatchObject([{ price: 19.9 }]);
});
