import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const properties = { name: { type: 'string' } };
const order = { type: 'object', required: ['id', 'name'], properties: { id: { type: 'integer' }, ...properties } };
const default_ = { description: 'error', ...content({ type: 'object' }) };
const responses = (status: number, schema: object) => ({
  [status]: { description: 'ok', ...content(schema) },
  default: default_,
});

function document(example: object) {
  const tenant = { name: 'tenant', in: 'path', required: true, schema: { type: 'string' }, ...example };
  const orderId = { name: 'orderId', in: 'path', required: true, schema: { type: 'integer' } };
  const requestBody = { required: true, ...content({ type: 'object', required: ['name'], properties }) };
  return {
    openapi: '3.0.3',
    info: { title: 'orders', version: '1' },
    paths: {
      '/tenants/{tenant}/orders': {
        parameters: [tenant],
        post: { requestBody, responses: responses(201, order) },
      },
      '/tenants/{tenant}/orders/{orderId}': {
        parameters: [tenant, orderId],
        get: { responses: responses(200, order) },
        delete: { responses: { 204: { description: 'gone' }, default: default_ } },
      },
    },
  };
}

async function acceptedOf(example: object, values: Record<string, string>): Promise<boolean[]> {
  const { findings, operations } = await verify({ spec: document(example), values, suites: ['stateful'] });
  expect(findings).toEqual([]);
  return operations.map(({ accepted }) => accepted > 0);
}

test('records are created below a parent that no operation creates, if the user or an example gives its value', async () => {
  expect(await acceptedOf({}, { tenant: 'acme' })).toEqual([true, true, true]);
  expect(await acceptedOf({ example: 'acme' }, {})).toEqual([true, true, true]);
});

test('without a value all requests name the same one, because a service may accept any', async () => {
  expect(await acceptedOf({}, {})).toEqual([true, true, true]);
});

test('a service that does not know the generated value is not verified, and a user is told what to give', async () => {
  const paths: string[] = [];
  const target = await serve(({ url }, response) => {
    paths.push(url ?? '');
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  const { findings, operations, verdict } = await verify({ spec: document({}), target });
  expect([verdict, findings]).toEqual(['unverified', []]);
  for (const { reason } of operations) expect(reason).toContain('give the id of one that exists');
  expect(new Set(paths.map((path) => path.split('/')[2])).size).toBe(1);
});
