import { afterEach, expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { closeMocks, fields, openMock } from './client.ts';

afterEach(closeMocks);

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const one = (name: string) => ({ description: 'one', content: json(ref(name)) });
const all = (name: string) => ({ description: 'all', content: json({ type: 'array', items: ref(name) }) });
const none = { 400: { description: 'invalid' }, 404: { description: 'unknown' } };
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } });
const operations = (name: string) => ({
  get: { operationId: `list${name}s`, responses: { 200: all(name), ...none } },
  post: {
    operationId: `create${name}`,
    requestBody: { required: true, content: json(ref(name)) },
    responses: { 201: one(name), ...none },
  },
});
const item = (name: string) => ({
  get: { operationId: `get${name}`, responses: { 200: one(name), ...none } },
  delete: { operationId: `delete${name}`, responses: { 204: { description: 'deleted' }, ...none } },
});
const own = { type: 'integer', readOnly: true };

/** Orders that show how many lines they have. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': operations('Order'),
    '/orders/{orderId}': { parameters: [id('orderId')], ...item('Order') },
    '/orders/{orderId}/lines': { parameters: [id('orderId')], ...operations('Line') },
    '/orders/{orderId}/lines/{lineId}': { parameters: [id('orderId'), id('lineId')], ...item('Line') },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['customer'],
        properties: { id: own, customer: { type: 'string' }, line_count: own },
      },
      Line: { type: 'object', required: ['product'], properties: { id: own, product: { type: 'string' } } },
    },
  },
};

test('a record counts those below it that are created and deleted', async () => {
  const mock = await openMock({ spec });
  const order = fields((await mock.send('POST', '/orders', { customer: 'Ann' })).body)['id'];
  const count = async () => Number(fields((await mock.send('GET', `/orders/${order}`)).body)['line_count']);
  const before = await count();
  await mock.send('POST', `/orders/${order}/lines`, { product: 'Tea' });
  const line = fields((await mock.send('POST', `/orders/${order}/lines`, { product: 'Cup' })).body)['id'];
  expect(await count()).toBe(before + 2);
  await mock.send('DELETE', `/orders/${order}/lines/${line}`);
  expect(await count()).toBe(before + 1);
});

test('verify passes on the mock of such a document', async () => {
  const mock = await openMock({ spec });
  const { findings, verdict } = await verify({ spec, target: mock.url, suites: ['stateful'] });
  expect(findings).toEqual([]);
  expect(verdict).toBe('passed');
});
