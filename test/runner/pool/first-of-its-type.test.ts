import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error', ...content({ type: 'object' }) };
const path = { name: 'folder_id', in: 'path', required: true, schema: { type: 'string' } };
const folder = {
  type: 'object',
  required: ['id', 'name', 'parent'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    parent: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
  },
};
const one = { description: 'one', ...content(folder) };

/** Each folder is created in another one. @param id the schema of the identifier of that one */
const documentOf = (id: object) => ({
  openapi: '3.0.3',
  info: { title: 'Folders', version: '1' },
  paths: {
    '/folders': {
      post: {
        operationId: 'create',
        requestBody: {
          required: true,
          ...content({
            type: 'object',
            required: ['name', 'parent'],
            properties: {
              name: { type: 'string', minLength: 1 },
              parent: { type: 'object', required: ['id'], properties: { id } },
            },
          }),
        },
        responses: { 201: one, 400: error },
      },
    },
    '/folders/{folder_id}': {
      parameters: [path],
      get: { operationId: 'read', responses: { 200: one, 404: error } },
      delete: { operationId: 'delete', responses: { 204: { description: 'gone' }, 404: error } },
    },
  },
});

test('the first folder is created in the one that the example of its parent names', async () => {
  const sent: string[] = [];
  const { operations, findings, verdict } = await verify({
    spec: documentOf({ type: 'string', example: '0' }),
    seed: 1,
    runs: 10,
    hooks: {
      beforeRequest: ({ method, body }) => {
        if (method === 'POST') sent.push(Buffer.from(body ?? []).toString());
      },
    },
  });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(operations.filter(({ accepted }) => accepted === 0)).toEqual([]);
  expect(verdict).toBe('passed');
  expect(sent.some((body) => body.includes('"parent":{"id":"0"}'))).toBe(true);
});

test('without an example, no folder can be created, and the run says so', async () => {
  const { verdict, suites } = await verify({ spec: documentOf({ type: 'string' }), seed: 1, suites: ['stateful'] });
  expect(verdict).not.toBe('passed');
  expect(JSON.stringify(suites)).toContain('folder needs another folder first');
});
