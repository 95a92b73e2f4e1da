import { describe, expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const tags = { type: 'array', items: text, readOnly: true };
const book = { type: 'object', required: ['id', 'title', 'tags'], properties: { id: text, title: text, tags } };
const sent = { type: 'object', required: ['title'], properties: { title: text } };
const one = { description: 'a book', ...json(book) };
const errors = { 400: { description: 'invalid' }, 404: { description: 'unknown' } };
const done = { 204: { description: 'done' }, ...errors };
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text });

/** Books, whose tags are shown in them alone. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      post: {
        operationId: 'create',
        requestBody: { required: true, ...json(sent) },
        responses: { 201: one, ...errors },
      },
    },
    '/books/{bookId}': {
      parameters: [parameter('bookId')],
      get: { operationId: 'read', responses: { 200: one, ...errors } },
      delete: { operationId: 'remove', responses: done },
    },
    '/books/{bookId}/tags/{tag}': {
      parameters: [parameter('bookId'), parameter('tag')],
      put: { operationId: 'addTag', responses: done },
      delete: { operationId: 'removeTag', responses: done },
    },
  },
};

interface Book {
  readonly id: string;
  readonly title: string;
  tags: string[];
}

interface Behavior {
  readonly add?: (book: Book, tag: string, all: Iterable<Book>) => void;
  readonly remove?: (book: Book, tag: string) => void;
}

const add = (to: Book, tag: string) => {
  to.tags = [...new Set([...to.tags, tag])];
};
const remove = (from: Book, tag: string) => {
  from.tags = from.tags.filter((each) => each !== tag);
};

function books(behavior: Behavior): (call: Call) => Reply {
  const stored = new Map<string, Book>();
  let count = 0;
  return ({ method, path, body }) => {
    const [, , id = '', , tag] = path.split('/').map(decodeURIComponent);
    if (method === 'POST') {
      if (typeof body?.['title'] !== 'string' || body['title'] === '') return { status: 400 };
      const created = { id: `b${count++}`, title: body['title'], tags: [] };
      stored.set(created.id, created);
      return { status: 201, body: { ...created } };
    }
    const found = stored.get(id);
    if (!found) return { status: 404 };
    if (method === 'GET') return { status: 200, body: { ...found } };
    if (method !== 'PUT' && method !== 'DELETE') return { status: 405 };
    if (tag === undefined) return { status: stored.delete(id) ? 204 : 404 };
    if (method === 'PUT') (behavior.add ?? add)(found, tag, stored.values());
    else (behavior.remove ?? remove)(found, tag);
    return { status: 204 };
  };
}

async function errorsOf(behavior: Behavior): Promise<string[]> {
  const target = await serveCalls(books(behavior));
  const { findings, operations } = await verify({ spec, target, suites: ['stateful'], runs: 2, consistency: 20 });
  expect(operations.filter(({ id, verified }) => !verified && id.endsWith('Tag'))).toEqual([]);
  return [...new Set(findings.filter(({ severity }) => severity === 'error').map(({ check }) => check))];
}

describe('texts that are added to a record by their path, and shown in it alone', () => {
  test.each<[string, Behavior, string[]]>([
    ['are kept', {}, []],
    ['are sorted', { add: (to, tag) => (to.tags = [...new Set([...to.tags, tag])].sort()) }, []],
    ['are lost', { add: () => {} }, ['created-is-listed']],
    ['replace the others', { add: (to, tag) => (to.tags = [tag]) }, ['created-is-listed']],
    [
      'are added to each record',
      { add: (_, tag, all) => void [...all].map((each) => add(each, tag)) },
      ['nested-stays-with-parent'],
    ],
    ['are not removed', { remove: () => {} }, ['delete-removes']],
    ['are removed with the others', { remove: (from) => (from.tags = []) }, ['created-is-listed']],
  ])('%s', async (_, behavior, expected) => {
    expect(await errorsOf(behavior)).toEqual(expected);
  });
});
