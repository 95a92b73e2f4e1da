import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const properties = { title: { type: 'string', minLength: 1, maxLength: 40 } };
const book = { type: 'object', properties: { isbn: { type: 'string' }, ...properties }, required: ['title'] };
const requestBody = { required: true, ...json({ type: 'object', properties, required: ['title'] }) };
const error = { description: 'error' };

interface Words {
  readonly operation?: string;
  readonly created?: string;
  readonly replaced?: string;
}

/** Books that a PUT creates or replaces, as the document says in words. */
const documentOf = ({ operation = 'Put a book', created = 'Created', replaced = 'OK' }: Words) => ({
  openapi: '3.1.0',
  info: { title: 'books', version: '1' },
  paths: {
    '/books/{isbn}': {
      parameters: [{ name: 'isbn', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9]{13}$' } }],
      get: { operationId: 'read', responses: { 200: { description: 'ok', ...json(book) }, 404: error } },
      put: {
        operationId: 'put',
        description: operation,
        requestBody,
        responses: {
          200: { description: replaced, ...json(book) },
          201: { description: created, ...json(book) },
          400: error,
        },
      },
      delete: { operationId: 'remove', responses: { 204: { description: 'gone' }, 404: error } },
    },
  },
});

function booksApp(replacedStatus: number, creates = true) {
  const stored = new Map<string, object>();
  return async (request: Request): Promise<Response> => {
    const isbn = new URL(request.url).pathname.slice('/books/'.length);
    const before = stored.get(isbn);
    if (request.method === 'PUT') {
      const { title } = JSON.parse(await request.text());
      if (!before && !creates) return new Response(null, { status: 404 });
      stored.set(isbn, { isbn, title });
      return Response.json({ isbn, title }, { status: before ? replacedStatus : 201 });
    }
    if (!before) return new Response(null, { status: 404 });
    if (request.method !== 'DELETE') return Response.json(before);
    stored.delete(isbn);
    return new Response(null, { status: 204 });
  };
}

async function checksOf(words: Words, replacedStatus: number, creates = true) {
  const spec = documentOf(words);
  const app = booksApp(replacedStatus, creates);
  const { findings } = await verify({ spec, app, suites: ['stateful'], consistency: 0 });
  const errors = findings.filter(({ severity }) => severity === 'error');
  return errors.map(({ check, message }) => `${check}: ${message}`);
}

const FOUND = ['put-replaces: its response says that the book was created, which was there before'];

const TOLD: readonly Words[] = [
  { operation: 'Create (201) or replace (200) a book.' },
  { operation: 'Put a book. 200 if it is there already.' },
  { replaced: 'The book was replaced' },
  { operation: 'Puts a book; 201 for a new one, 200 for an existing one.' },
];

const OPEN: readonly Words[] = [
  {},
  { operation: 'Create or update a book.' },
  { replaced: 'Created or updated', created: 'Created' },
  { replaced: 'Nothing had to be changed', created: 'Created or replaced' },
  { operation: 'Returns 200 or 201 if it exists.' },
];

test.each(TOLD)('a book that is replaced is not created: %j', async (words) => {
  expect(await checksOf(words, 201)).toEqual(FOUND);
  expect(await checksOf(words, 200)).toEqual([]);
});

test.each(OPEN)('201 may mean either where the document does not say: %j', async (words) => {
  expect(await checksOf(words, 201)).toEqual([]);
});

test('a PUT that creates a book finds none that is missing, where the document says so', async () => {
  const message = 'it finds no book to replace, where the document has it create one';
  expect(await checksOf({ operation: 'Create (201) or replace (200) a book.' }, 200, false)).toEqual([
    `put-replaces: ${message}`,
  ]);
  expect(await checksOf({}, 200, false)).toEqual([]);
});
