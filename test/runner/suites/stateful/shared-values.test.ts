import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const ACCOUNT = '9195cadd-8645-41e6-9f67-7bcd421defe8';
const content = (schema: object, example?: object) => ({ content: { 'application/json': { schema, example } } });
const writable = { name: { type: 'string' }, accountId: { type: 'string', format: 'uuid', example: ACCOUNT } };
const asset = { type: 'object', required: ['id', 'name'], properties: { id: { type: 'integer' }, ...writable } };
const error = { description: 'error', ...content({ type: 'object' }) };

const document = {
  openapi: '3.0.3',
  info: { title: 'assets', version: '1' },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/assets': {
      get: {
        responses: {
          200: {
            description: 'ok',
            ...content({ type: 'array', items: asset }, [{ id: 1, name: 'Press', accountId: ACCOUNT }]),
          },
          default: error,
        },
      },
      post: {
        requestBody: {
          required: true,
          ...content({ type: 'object', required: ['name'], properties: writable }, { name: 'Saw', accountId: ACCOUNT }),
        },
        responses: { 201: { description: 'ok', ...content(asset) }, default: error },
      },
    },
  },
};

test('a record that refers to the same one as a rejected request is not the one that it would have created', async () => {
  const { findings } = await verify({ spec: document, suites: ['stateful'] });
  expect(findings).toEqual([]);
});
