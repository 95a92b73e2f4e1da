import { afterEach, expect, test } from 'vitest';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (properties: object, ...required: string[]) => ({ type: 'object', properties, required });
const listOf = (items: object) => ({ type: 'array', items });
const [integer, text] = [{ type: 'integer' }, { type: 'string' }];
const several = (sent: object, results: object) => ({
  post: {
    requestBody: { required: true, ...json(sent) },
    responses: { 207: { description: 'each has a status of its own', ...json(results) } },
  },
});
const spec = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: { responses: { 207: { description: 'ok', ...json(listOf(ref('Book'))) } } },
      post: {
        requestBody: json(ref('NewBook')),
        responses: { 201: { description: 'created', ...json(ref('Book')) } },
      },
    },
    '/books/{bookId}': {
      parameters: [{ name: 'bookId', in: 'path', required: true, schema: integer }],
      get: { responses: { 200: { description: 'ok', ...json(ref('Book')) }, 404: { description: 'missing' } } },
      delete: { responses: { 204: { description: 'gone' }, 404: { description: 'missing' } } },
    },
    '/books/bulk': several(
      object({ books: listOf(ref('NewBook')) }, 'books'),
      object({ results: listOf(object({ status: integer, book: ref('Book'), error: ref('Failure') }, 'status')) }),
    ),
    '/books/bulk-update': several(
      object({ bookIds: listOf(integer), title: text }, 'bookIds'),
      listOf(object({ id: integer, status: integer, error: { type: ['string', 'null'] } }, 'id', 'status', 'error')),
    ),
    '/books/bulk-delete': several(
      object({ ids: listOf(integer) }, 'ids'),
      object({ results: listOf(object({ bookId: integer, code: integer }, 'bookId', 'code')) }),
    ),
    '/books/bulk-archive': several(object({ ids: listOf(integer) }, 'ids'), object({ message: text }, 'message')),
  },
  components: {
    schemas: {
      NewBook: object({ title: text }, 'title'),
      Book: object({ id: { ...integer, readOnly: true }, title: text }, 'id', 'title'),
      Failure: object({ message: text }, 'message'),
    },
  },
};

test('a list under 207 has several records', async () => {
  const mock = await openMock({ spec });
  const { status, body } = await mock.send('GET', '/books');
  expect(status).toBe(207);
  expect(new Set(each(body, '/id').map(String)).size).toBe(3);
});

test('each result of a 207 is about a record of the request, with the status of a success and no error', async () => {
  const mock = await openMock({ spec });
  const created = await mock.send('POST', '/books/bulk', { books: [{ title: 'Emma' }, { title: 'Persuasion' }] });
  const { body: listed } = await mock.send('GET', '/books');
  const [emma, persuasion] = (listed as object[]).slice(-2);
  expect(created).toMatchObject({ status: 207, body: { results: [{ book: emma }, { book: persuasion }] } });
  const results = fields(created.body)['results'];
  expect([each(results, '/status').map(Number), each(results, '/error')]).toEqual([
    [201, 201],
    [undefined, undefined],
  ]);
  const ids = each(results, '/book/id').map((id) => Number(id));
  const { body: updated } = await mock.send('POST', '/books/bulk-update', { bookIds: ids, title: 'Both' });
  expect([each(updated, '/id').map(Number), each(updated, '/status').map(Number)]).toEqual([ids, [200, 200]]);
  expect(each(updated, '/error')).toEqual([null, null]);
  const { body: deleted } = await mock.send('POST', '/books/bulk-delete', { ids });
  const gone = fields(deleted)['results'];
  expect([each(gone, '/bookId').map(Number), each(gone, '/code').map(Number)]).toEqual([ids, [204, 204]]);
  expect(each((await mock.send('GET', '/books')).body, '/id').map(Number)).toEqual([1, 2, 3]);
});

test('a response that shows no results is as the document has it', async () => {
  const mock = await openMock({ spec });
  const { status, body } = await mock.send('POST', '/books/bulk-archive', { ids: [1] });
  expect([status, Object.keys(fields(body))]).toEqual([207, ['message']]);
});
