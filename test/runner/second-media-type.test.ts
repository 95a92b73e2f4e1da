import { expect, test } from 'vitest';
import { verify } from '../../harness/index.ts';

const schema = {
  type: 'object',
  xml: { name: 'book' },
  required: ['title'],
  properties: { title: { type: 'string', minLength: 2 }, pages: { type: 'integer', minimum: 1 } },
};
const error = {
  type: 'object',
  xml: { name: 'error' },
  required: ['message'],
  properties: { message: { type: 'string' } },
};
const inBoth = (each: object) => ({ 'application/json': { schema: each }, 'application/xml': { schema: each } });
const post = {
  operationId: 'addBook',
  requestBody: { required: true, content: inBoth(schema) },
  responses: {
    201: { description: 'Added', content: inBoth(schema) },
    400: { description: 'Invalid', content: inBoth(error) },
  },
};
const spec = { openapi: '3.1.0', info: { title: 'Books', version: '1' }, paths: { '/books': { post } } };

test('XML beside JSON is sent and asked for, valid and with each violation, errors too', async () => {
  const report = await verify({ spec, suites: ['generated'], runs: 0 });
  expect(report.verdict).toBe('passed');
  expect(report.coverage.filter(({ state }) => state !== 'covered')).toEqual([]);
});
