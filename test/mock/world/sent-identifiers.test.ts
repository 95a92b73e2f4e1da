import { afterEach, expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { closeMocks, openMock } from './client.ts';

afterEach(closeMocks);

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 30 };
const database = {
  type: 'object',
  required: ['name', 'size'],
  properties: { name: text, size: { type: 'integer', minimum: 1 } },
};
const sent = {
  type: 'object',
  required: ['database_name', 'size'],
  properties: { database_name: text, size: { type: 'integer', minimum: 1 } },
};

/** Databases are created later, and shown with their name as `name`. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Databases', version: '1' },
  paths: {
    '/databases': {
      get: {
        operationId: 'list',
        responses: { 200: { description: 'all', ...json({ type: 'array', items: database }) } },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...json(sent) },
        responses: { 202: { description: 'later' }, 400: { description: 'invalid' } },
      },
    },
    '/databases/{databaseName}': {
      parameters: [{ name: 'databaseName', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'read',
        responses: { 200: { description: 'one', ...json(database) }, 404: { description: 'none' } },
      },
    },
  },
};

test('a record is found by the name that its creation was sent, which no response has shown', async () => {
  const mock = await openMock({ spec });
  expect((await mock.send('POST', '/databases', { database_name: 'orders', size: 12 })).status).toBe(202);
  expect((await mock.send('GET', '/databases/orders')).body).toEqual({ name: 'orders', size: 12 });
  expect((await verify({ spec, target: mock.url, consistency: 60 })).findings).toEqual([]);
});
