import type { IncomingMessage, ServerResponse } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const integer = { type: 'integer', minimum: 1 };
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...content(schema) });
const error = ok({ type: 'object', properties: { message: { type: 'string' } } });
const record = (properties: object) => ({
  type: 'object',
  required: ['name'],
  properties: { id: { ...integer, readOnly: true }, name: { type: 'string', minLength: 1 }, ...properties },
});

function paths(name: string, schema: object) {
  const requestBody = { required: true, ...content(schema) };
  const item = { 200: ok(schema), default: error };
  return {
    [`/${name}`]: { post: { requestBody, responses: { 201: ok(schema), default: error } } },
    [`/${name}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: { responses: item },
      put: { requestBody, responses: item },
      delete: { responses: { 204: { description: 'gone' }, default: error } },
    },
  };
}

const author = { $ref: '#/components/schemas/Author' };
const document = {
  openapi: '3.0.3',
  info: { title: 'books', version: '1' },
  paths: { ...paths('authors', author), ...paths('books', record({ author: { oneOf: [integer, author] } })) },
  components: { schemas: { Author: record({}) } },
};

interface Row {
  readonly id?: number;
  readonly name?: unknown;
  readonly author?: unknown;
}

/** Stores the author of a book as its id, and rejects ids of none; `shows` is what a read has in its place. */
function service(shows: (author: Row) => unknown) {
  const tables = { authors: new Map<number, Row>(), books: new Map<number, Row>() };
  let last = 0;
  const store = (table: Map<number, Row>, row: Row, id = ++last): Row => {
    const stored = { ...row, id };
    table.set(id, stored);
    return stored;
  };
  const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
  const isNamed = (row: unknown): row is Row => isRow(row) && typeof row.name === 'string' && row.name !== '';
  const authorOf = ({ author: sent }: Row) =>
    isNamed(sent) ? store(tables.authors, sent) : typeof sent === 'number' ? tables.authors.get(sent) : undefined;
  return async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, body?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    const [, name = '', id] = (request.url ?? '').split('/');
    const table = name === 'books' ? tables.books : tables.authors;
    const known = id === undefined ? undefined : table.get(Number(id));
    if (id !== undefined && !known) return send(404, { message: 'not found' });
    const show = (row: Row) => {
      const its = tables.authors.get(Number(row.author));
      return its ? { ...row, author: shows(its) } : { id: row.id, name: row.name };
    };
    if (request.method === 'GET') return send(200, show(known ?? {}));
    if (request.method === 'DELETE') return table.delete(Number(id)) && send(204);
    if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
      return send(415, { message: 'not JSON' });
    const body: unknown = await readJson(request).catch(() => null);
    if (!isNamed(body)) return send(400, { message: 'name is required' });
    const its = authorOf(body);
    if (name === 'books' && body.author !== undefined && !its) return send(400, { message: 'invalid foreign key' });
    const row = { name: body.name, ...(name === 'books' && its ? { author: its.id } : {}) };
    return send(known ? 200 : 201, show(store(table, row, known?.id)));
  };
}

test.each<[string, (author: Row) => unknown]>([
  ['its id', ({ id }) => id],
  ['a record', (row) => row],
])(
  'a property that may be an id or a record is sent the id of one that is there; a read shows %s',
  async (_, shows) => {
    const { findings } = await verify({ spec: document, app: service(shows), lint: false, consistency: 0, runs: 5 });
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  },
);
