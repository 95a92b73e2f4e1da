import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const name = { type: 'string', minLength: 1 };
const environment = { type: 'object', required: ['name'], properties: { name, type: { type: 'string' } } };
const one = { description: 'one', ...content(environment) };
const error = { description: 'error', ...content({ type: 'object' }) };
const path = { name: 'name', in: 'path', required: true, schema: name };

/** Environments that are only made as copies of others. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Environments', version: '1' },
  paths: {
    '/environments': {
      get: {
        operationId: 'list',
        responses: { 200: { description: 'all', ...content({ type: 'array', items: environment }) } },
      },
    },
    '/environments/{name}': {
      parameters: [path],
      get: { operationId: 'read', responses: { 200: one, 404: error } },
      delete: { operationId: 'delete', responses: { 204: { description: 'gone' }, 404: error } },
    },
    '/environments/{name}/environments': {
      parameters: [path],
      post: {
        operationId: 'clone',
        requestBody: { required: true, ...content(environment) },
        responses: { 201: one, 400: error, 404: error },
      },
    },
  },
};

test('a record that is only created below another of its type is created below one that is listed', async () => {
  const { operations, findings } = await verify({ spec, seed: 1, runs: 10 });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(operations.filter(({ accepted }) => accepted === 0)).toEqual([]);
});
