import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const account = (ratings: object) => ({
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, ratings },
});
/** No array is in its list, so that a response can only leave it out. */
const impossible = { type: 'array', enum: ['safe', 'unrated'], items: { type: 'string' } };
const shown = { description: 'ok', ...content(account(impossible)) };
const error = { description: 'error', ...content({ type: 'object' }) };
const sent = account({ type: 'array', items: { type: 'string' } });

const document = {
  openapi: '3.0.3',
  info: { title: 'account', version: '1' },
  paths: {
    '/me': {
      get: { responses: { 200: shown, default: error } },
      patch: { requestBody: { required: true, ...content(sent) }, responses: { 200: shown, default: error } },
    },
  },
};

test('a value that no response may have is not expected in one', async () => {
  const { findings, operations } = await verify({ spec: document, suites: ['stateful'] });
  expect(findings).toEqual([]);
  expect(operations.map(({ accepted }) => accepted > 0)).toEqual([true, true]);
});
