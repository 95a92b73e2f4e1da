import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const text = { type: 'string', minLength: 1, maxLength: 40 };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

/** Publishers, and books that name one. */
const documentOf = (publisherId: object, about: string) => {
  const paths = (name: string, properties: object) => {
    const shown = {
      description: 'ok',
      ...json({ type: 'object', properties: { id: { type: 'integer', readOnly: true }, ...properties } }),
    };
    const sent = (required: readonly string[]) => ({
      required: true,
      ...json({ type: 'object', properties, required }),
    });
    const errors = { 400: error, 404: error, 409: error };
    return {
      [`/${name}`]: {
        post: { requestBody: sent(Object.keys(properties)), responses: { 201: shown, ...errors } },
      },
      [`/${name}/{id}`]: {
        parameters: [ID],
        get: { responses: { 200: shown, 404: error } },
        put: { description: about, requestBody: sent(Object.keys(properties)), responses: { 200: shown, ...errors } },
        patch: { description: about, requestBody: sent([]), responses: { 200: shown, ...errors } },
        delete: { responses: { 204: { description: 'gone' }, ...errors } },
      },
    };
  };
  return {
    openapi: '3.1.0',
    info: { title: 'books', version: '1' },
    paths: {
      ...paths('publishers', { name: text }),
      ...paths('books', { title: text, publisherId: { type: 'integer', ...publisherId } }),
    },
  };
};

type Row = Readonly<Record<string, unknown>>;
/** What becomes of a book; undefined if the change is rejected. */
type Change = (before: Row, sent: Row, method: string) => Row | undefined;

const store: Change = (before, sent) => ({ ...before, ...sent });
const keepIn =
  (method: string): Change =>
  (before, sent, own) => ({
    ...before,
    ...sent,
    ...(own === method && { publisherId: before['publisherId'] }),
  });

function booksApp(change: Change) {
  const tables = new Map<string, Map<number, Row>>();
  let last = 0;
  const isUsed = (id: number) => [...(tables.get('books')?.values() ?? [])].some((each) => each['publisherId'] === id);
  return async (request: Request): Promise<Response> => {
    const [, name = '', id] = new URL(request.url).pathname.split('/');
    const table = tables.get(name) ?? new Map<number, Row>();
    tables.set(name, table);
    const { method } = request;
    const body: Row = ['POST', 'PUT', 'PATCH'].includes(method) ? JSON.parse(await request.text()) : {};
    const isUnknown = Object.hasOwn(body, 'publisherId') && !tables.get('publishers')?.has(Number(body['publisherId']));
    const own = { id: id === undefined ? ++last : Number(id) };
    const before = table.get(own.id);
    if (id !== undefined && !before) return new Response(null, { status: 404 });
    if (isUnknown) return new Response(null, { status: 400 });
    if (method === 'GET' || method === 'HEAD') return Response.json(before);
    if (method === 'DELETE') {
      if (name === 'publishers' && isUsed(own.id)) return new Response(null, { status: 409 });
      table.delete(own.id);
      return new Response(null, { status: 204 });
    }
    const next = before ? change(before, body, method) : body;
    if (!next) return new Response(null, { status: 409 });
    table.set(own.id, { ...next, ...own });
    return Response.json(table.get(own.id), { status: before ? 200 : 201 });
  };
}

async function found(change: Change, publisherId: object = {}, about = 'Change it') {
  const spec = documentOf(publisherId, about);
  const { findings } = await verify({ spec, app: booksApp(change), suites: ['stateful'], consistency: 0, runs: 2 });
  return findings.map(({ operation, check, message }) => `${operation} ${check}: ${message}`);
}

test.each(['PUT', 'PATCH'])('a %s that names another record shows so', async (method) => {
  expect(await found(keepIn(method))).toEqual([
    `${method} /books/{id} update-is-visible: the book does not name the publisher that it was sent`,
  ]);
});

test('a service that stores another reference raises no alarm, nor one that rejects it', async () => {
  expect(await found(store)).toEqual([]);
  const stays: Change = (before, sent) =>
    (sent['publisherId'] ?? before['publisherId']) === before['publisherId'] ? { ...before, ...sent } : undefined;
  expect(await found(stays)).toEqual([]);
});

test('a reference that does not change stays, as the document says', async () => {
  expect(await found(keepIn('PUT'), { description: 'Set when the book is created; ignored later' })).toEqual([]);
  expect(await found(keepIn('PUT'), {}, 'Change it. The publisher of a book cannot be changed.')).toEqual([]);
});
