import { afterEach, describe, expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { closeMocks, fields, openMock } from './client.ts';

afterEach(closeMocks);

const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const gives = (schema: object) => ({ description: 'ok', ...content(schema) });
const line = object({
  productId: { type: 'integer', minimum: 1 },
  quantity: { type: 'integer', minimum: 1, maximum: 99 },
});
const cart = object({ items: { type: 'array', items: line }, note: { type: 'string' } });

const cartWith = (response: object) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/cart': { get: { operationId: 'getCart', responses: { 200: gives(cart) } } },
    '/cart/items': {
      post: {
        operationId: 'addItem',
        requestBody: { required: true, ...content(line) },
        responses: { 201: gives(response), 400: { description: 'invalid' } },
      },
    },
  },
});

describe('what a POST adds to an array of a record', () => {
  test.each([
    ['it', line],
    ['the record', cart],
  ])('is there from then on, where the response shows %s', async (_, response) => {
    const mock = await openMock({ spec: cartWith(response) });
    const before = fields((await mock.send('GET', '/cart')).body);
    const item = { productId: 7, quantity: 2 };
    const added = await mock.send('POST', '/cart/items', item);
    const after = { ...before, items: [...(before['items'] as object[]), item] };
    expect(added.body).toEqual(response === line ? item : after);
    expect((await mock.send('GET', '/cart')).body).toEqual(after);
    expect((await mock.send('POST', '/cart/items', { productId: 7, quantity: 100 })).status).toBe(400);
    expect((await mock.send('GET', '/cart')).body).toEqual(after);
  });

  test('is verified on the mock', async () => {
    const { findings, operations } = await verify({ spec: cartWith(line), runs: 2, seed: 1 });
    expect(findings).toEqual([]);
    expect(operations.filter(({ verified }) => !verified)).toEqual([]);
  });
});
