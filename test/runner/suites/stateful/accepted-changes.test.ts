import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const writable = { name: { type: 'string' }, size: { type: 'integer' } };
const sent = { type: 'object', required: ['name'], properties: writable };
const job = { type: 'object', required: ['id', 'name'], properties: { id: { type: 'string' }, ...writable } };
const error = { description: 'error', ...content({ type: 'object' }) };
const responses = (status: number, schema: object) => ({
  [status]: { description: 'ok', ...content(schema) },
  default: error,
});
const requestBody = { required: true, ...content(sent) };

const document = {
  openapi: '3.0.3',
  info: { title: 'jobs', version: '1' },
  paths: {
    '/jobs': {
      get: { responses: responses(200, { type: 'array', items: job }) },
      post: { requestBody, responses: responses(201, job) },
    },
    '/jobs/{jobId}': {
      parameters: [{ name: 'jobId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: responses(200, job) },
      put: { requestBody, responses: { 202: { description: 'later' }, default: error } },
      delete: { responses: { 202: { description: 'later' }, default: error } },
    },
  },
};

test('a record is expected to have neither its old nor its new values after a change that was accepted for later', async () => {
  const { findings, operations } = await verify({ spec: document, suites: ['stateful'], runs: 100, consistency: 100 });
  expect(findings).toEqual([]);
  expect(operations.map(({ accepted }) => accepted > 0)).toEqual([true, true, true, true, true]);
});
