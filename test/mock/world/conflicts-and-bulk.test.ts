import { afterEach, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { verify } from '../../../harness/index.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const one = (name: string, description = 'one') => ({ description, content: json(ref(name)) });
const all = (name: string) => ({ description: 'all', content: json({ type: 'array', items: ref(name) }) });
const errors = { 400: one('Error', 'invalid'), 404: one('Error', 'unknown') };
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } });
const body = (schema: object) => ({ required: true, content: json(schema) });
const text = { type: 'string', minLength: 1, maxLength: 40 };

/** Conflicts that only descriptions tell of, and an operation that creates several records. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Loans', version: '1' },
  paths: {
    '/authors': {
      get: { operationId: 'listAuthors', responses: { 200: all('Author') } },
      post: {
        operationId: 'createAuthor',
        requestBody: body(ref('Author')),
        responses: { 201: one('Author'), ...errors },
      },
    },
    '/authors/bulk': {
      post: {
        operationId: 'createAuthors',
        requestBody: body({ type: 'array', minItems: 1, maxItems: 20, items: ref('Author') }),
        responses: { 201: all('Author'), ...errors },
      },
    },
    '/authors/bulk-delete': {
      post: {
        operationId: 'deleteAuthors',
        requestBody: body({
          type: 'object',
          required: ['authorIds'],
          properties: {
            authorIds: { type: 'array', minItems: 1, maxItems: 20, items: { type: 'integer', minimum: 1 } },
          },
        }),
        responses: { 204: { description: 'deleted' }, 400: one('Error') },
      },
    },
    '/authors/{authorId}': {
      parameters: [id('authorId')],
      put: {
        operationId: 'replaceAuthor',
        requestBody: { required: true, content: { 'application/x-unread': { schema: ref('Author') } } },
        responses: { 200: one('Author'), ...errors },
      },
      get: { operationId: 'getAuthor', responses: { 200: one('Author'), ...errors } },
      delete: {
        operationId: 'deleteAuthor',
        responses: { 204: { description: 'deleted' }, 409: one('Error', 'The author still has books.'), ...errors },
      },
    },
    '/books': {
      get: { operationId: 'listBooks', responses: { 200: all('Book') } },
      post: {
        operationId: 'createBook',
        requestBody: body(ref('Book')),
        responses: { 201: one('Book'), 409: one('Error', 'A book with this title exists already.'), ...errors },
      },
    },
    '/books/{bookId}': {
      parameters: [id('bookId')],
      get: { operationId: 'getBook', responses: { 200: one('Book'), ...errors } },
      patch: {
        operationId: 'changeBook',
        requestBody: body({ type: 'object', minProperties: 1, properties: { title: text } }),
        responses: { 200: one('Book'), 409: one('Error', 'The book has changed meanwhile.'), ...errors },
      },
      delete: { operationId: 'deleteBook', responses: { 204: { description: 'deleted' }, ...errors } },
    },
    '/books/{bookId}/borrow': {
      parameters: [id('bookId')],
      post: {
        operationId: 'borrowBook',
        responses: { 200: one('Book'), 409: one('Error', 'The book is already borrowed.'), ...errors },
      },
    },
  },
  components: {
    schemas: {
      Author: {
        type: 'object',
        required: ['name'],
        properties: { id: { type: 'integer', readOnly: true }, name: text },
      },
      Book: {
        type: 'object',
        required: ['title', 'authorId'],
        properties: {
          id: { type: 'integer', readOnly: true },
          title: text,
          authorId: { type: 'integer', minimum: 1 },
          status: { type: 'string', enum: ['available', 'borrowed'], readOnly: true },
        },
      },
      Error: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
};

describe('what the document calls a conflict in words', () => {
  test('is one between records that clients created, until it is resolved', async () => {
    const mock = await openMock({ spec });
    const author = Number(fields((await mock.send('POST', '/authors', { name: 'Ann' })).body)['id']);
    const book = fields((await mock.send('POST', '/books', { title: 'Emma', authorId: author })).body)['id'];
    expect((await mock.send('DELETE', `/authors/${author}`)).status).toBe(409);
    expect((await mock.send('POST', `/books/${book}/borrow`)).status).toBe(200);
    expect((await mock.send('POST', `/books/${book}/borrow`)).status).toBe(409);
    expect((await mock.send('DELETE', `/books/${book}`)).status).toBe(204);
    expect((await mock.send('DELETE', `/authors/${author}`)).status).toBe(204);
  });

  test('is one for a value that another record has', async () => {
    const mock = await openMock({ spec });
    const create = async (title: string) => (await mock.send('POST', '/books', { title, authorId: 1 })).status;
    expect([await create('Emma'), await create('Emma'), await create('Persuasion')]).toEqual([201, 409, 201]);
  });

  test('is one in a change that may be a conflict for another reason, too', async () => {
    const mock = await openMock({ spec });
    const create = async (title: string) =>
      Number(fields((await mock.send('POST', '/books', { title, authorId: 1 })).body)['id']);
    const [emma, other] = [await create('Emma'), await create('Persuasion')];
    const rename = async (id: number) => (await mock.send('PATCH', `/books/${id}`, { title: 'Emma' })).status;
    expect([await rename(emma), await rename(other)]).toEqual([200, 409]);
  });

  test('is none with the records that are there to be seen, unless the world is strict', async () => {
    const seedData = { author: [{ id: 1, name: 'Ann' }], book: [{ id: 1, title: 'Emma', authorId: 1 }] };
    const deletion = async (strictState: boolean, isListed: boolean) => {
      const mock = await openMock({ spec, seedData, strictState });
      if (isListed) expect(each((await mock.send('GET', '/books')).body, '/title')).toEqual(['Emma']);
      return (await mock.send('DELETE', '/authors/1')).status;
    };
    expect(await deletion(false, true)).toBe(204);
    expect(await deletion(true, true)).toBe(409);
    expect(await deletion(true, false)).toBe(409);
  });
});

test('several records of one request are created, listed and read', async () => {
  const mock = await openMock({ spec, seedData: { author: [] } });
  const created = await mock.send('POST', '/authors/bulk', [{ name: 'Ann' }, { name: 'Bob' }]);
  expect(created.status).toBe(201);
  expect(each(created.body, '/name')).toEqual(['Ann', 'Bob']);
  expect((await mock.send('GET', '/authors')).body).toEqual(created.body);
  const [ann] = each(created.body, '/id');
  expect(fields((await mock.send('GET', `/authors/${ann}`)).body)).toEqual({ id: ann, name: 'Ann' });
});

test('a deletion of several passes over what is not there, if no such error is documented', async () => {
  const mock = await openMock({ spec, seedData: { author: [] } });
  const [ann, bob] = each((await mock.send('POST', '/authors/bulk', [{ name: 'Ann' }, { name: 'Bob' }])).body, '/id');
  const deletion = async (authorIds: (JsonValue | undefined)[]) =>
    (await mock.send('POST', '/authors/bulk-delete', { authorIds: authorIds.map(Number) })).status;
  expect([await deletion([ann]), await deletion([ann, bob])]).toEqual([204, 204]);
  expect((await mock.send('GET', '/authors')).body).toEqual([]);
});

test('an update in a media type that is not read shows the record as it is', async () => {
  const mock = await openMock({ spec, seedData: { author: [{ id: 7, name: 'Ann' }] } });
  const headers = { 'content-type': 'application/x-unread' };
  const replaced = await fetch(`${mock.url}/authors/7`, { method: 'PUT', headers, body: 'name: Bob' });
  expect(await replaced.json()).toEqual({ id: 7, name: 'Ann' });
});

test('verify passes on the mock', async () => {
  const mock = await openMock({ spec });
  const { findings, verdict } = await verify({ spec, target: mock.url });
  expect(findings).toEqual([]);
  expect(verdict).toBe('passed');
});
