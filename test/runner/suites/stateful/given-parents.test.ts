import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

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

test('without a value there are none: the requests of two operations would name different parents', async () => {
  const { suites } = await verify({ spec: document({}), suites: ['stateful'] });
  expect(suites.flatMap(({ skippedReasons = [] }) => skippedReasons)).toContain(
    'no order could be created: no operation creates or lists tenant; give tenant one value by `values`, or by an example in the document',
  );
});
