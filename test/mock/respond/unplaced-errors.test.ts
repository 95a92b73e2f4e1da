import { afterEach, expect, test } from 'vitest';
import { parseJson } from '../../../harness/core/json/index.ts';
import { closeMocks, fields, openMock } from '../world/client.ts';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const item = object({ field: text, message: text });
const invalid = json(object({ message: text, errors: { type: 'array', items: item } }));
const shelf = object({ id: { type: 'integer', readOnly: true }, name: text });
const book = object({ id: { type: 'integer', readOnly: true }, title: text, shelfId: { type: 'integer' } });
const create = (schema: object) => ({
  requestBody: { required: true, ...json(schema) },
  responses: { '201': json(schema), '422': invalid },
});
const parameter = (name: string) => [{ name, in: 'path', required: true, schema: { type: 'integer' } }];
const LIBRARY = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/shelves': { post: create(shelf), get: { responses: { '200': json({ type: 'array', items: shelf }) } } },
    '/shelves/{shelfId}': { parameters: parameter('shelfId'), get: { responses: { '200': json(shelf) } } },
    '/books': {
      post: create(book),
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }],
        responses: { '200': json({ type: 'array', items: book }) },
      },
    },
    '/books/{bookId}': { parameters: parameter('bookId'), get: { responses: { '200': json(book) } } },
  },
};

afterEach(closeMocks);

test.each([
  ['{"title":', 'application/json'],
  ['x', 'text/plain'],
  ['42', 'application/json'],
])('what is wrong with the whole body names the body: %s as %s', async (body, type) => {
  const mock = await openMock({ spec: LIBRARY });
  const response = await fetch(`${mock.url}/books`, { method: 'POST', headers: { 'content-type': type }, body });
  const { message, errors } = fields(parseJson(await response.text()));
  expect([response.status, errors]).toEqual([422, [{ field: 'body', message }]]);
});

test('a reference to nothing names its property', async () => {
  const mock = await openMock({ spec: LIBRARY, strictState: true });
  const { status, body } = await mock.send('POST', '/books', { title: 'Emma', shelfId: 99 });
  const message = 'body property shelfId names no shelf: 99';
  expect([status, fields(body)['errors']]).toEqual([422, [{ field: 'shelfId', message }]]);
});

test('a header says that the document does not have the status of a rejection', async () => {
  const mock = await openMock({ spec: LIBRARY });
  const undocumented = await mock.send('GET', '/books?limit=0');
  expect([undocumented.status, undocumented.headers.get('x-mock-note')]).toEqual([
    422,
    'status 422 is not in the document',
  ]);
  const documented = await mock.send('POST', '/books', { title: 1 });
  expect([documented.status, documented.headers.get('x-mock-note')]).toEqual([422, null]);
});

test('the form of an operation names records that are there, with all that may be sent', async () => {
  const mock = await openMock({ spec: LIBRARY, strictState: true });
  const { body } = await mock.send('GET', '/__mock/form?operation=POST%20/books');
  const [{ examples }] = JSON.parse(JSON.stringify(fields(body)['bodies']));
  expect((await mock.send('POST', '/books', JSON.parse(examples[0].text))).status).toBe(201);
});
