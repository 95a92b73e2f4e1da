import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';

const file = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};
const gone = { description: 'gone' };

/** Files that no operation creates or lists: only the example names one. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'files', version: '1' },
  paths: {
    '/files/{fileId}': {
      parameters: [{ name: 'fileId', in: 'path', required: true, schema: { type: 'string' }, example: '12345' }],
      delete: { responses: { 204: gone, 404: gone } },
      get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema: file } } }, 404: gone } },
      put: {
        requestBody: { required: true, content: { 'application/json': { schema: file } } },
        responses: { 200: { description: 'ok' }, 404: gone, 422: gone },
      },
    },
    '/files/{fileId}/content': {
      parameters: [{ name: 'fileId', in: 'path', required: true, schema: { type: 'string' }, example: '12345' }],
      get: { responses: { 200: { description: 'ok', content: { 'text/plain': {} } }, 404: gone } },
    },
    '/files/{fileId}/pages/{page}': {
      parameters: [
        { name: 'fileId', in: 'path', required: true, schema: { type: 'string' }, example: '12345' },
        { name: 'page', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
      ],
      delete: { responses: { 204: gone, 404: gone, 422: gone } },
    },
  },
};

test('a record that only an example names is deleted when no suite needs it any more', async () => {
  const { findings, operations } = await verify({ spec, suites: ['examples', 'generated', 'dredd'], runs: 0 });
  expect(findings).toEqual([]);
  expect(operations.filter(({ verified }) => !verified).map(({ id }) => id)).toEqual([]);
});
