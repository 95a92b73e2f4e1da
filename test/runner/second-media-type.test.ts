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

test('what nothing checks of a media type is listed with why, in both directions', async () => {
  const content = {
    'application/json': { schema: { type: 'string' } },
    'text/html': { schema: { type: 'string', maxLength: 9 } },
    'image/png': {},
  };
  const put = { operationId: 'setPage', requestBody: { content }, responses: { 200: { description: 'Set', content } } };
  const document = { openapi: '3.1.0', info: { title: 'Pages', version: '1' }, paths: { '/page': { put } } };
  const { coverage } = await verify({ spec: document, suites: ['generated'], runs: 0 });
  const open = coverage.filter(({ state }) => state !== 'covered');
  expect(open.map(({ clause, reason }) => `${clause.id}: ${reason}`)).toEqual([
    'setPage request body text/html syntax: not checked: the document does not say what a valid text/html is',
    'setPage request body text/html type: not checked: the document does not say what a valid text/html is',
    'setPage request body text/html maxLength: not checked: the document does not say what a valid text/html is',
    'setPage request body image/png syntax: not checked: the document does not say what a valid image/png is',
    'setPage response 200 body text/html syntax: not checked: whether it is well-formed text/html',
    'setPage response 200 body text/html maxLength: not checked: no rule says how a schema describes text/html',
    'setPage response 200 body image/png syntax: not checked: whether it is well-formed image/png',
  ]);
});
