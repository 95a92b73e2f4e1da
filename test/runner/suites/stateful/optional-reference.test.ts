import type { IncomingMessage, ServerResponse } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const integer = { type: 'integer', minimum: 1 };
const ID = { name: 'id', in: 'path', required: true, schema: integer };
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...content(schema) });
const error = ok({ type: 'object', properties: { message: { type: 'string' } } });

function record(writable: object) {
  return { type: 'object', required: ['name'], properties: { id: { ...integer, readOnly: true }, ...writable } };
}

function paths(name: string, schema: object) {
  const requestBody = { required: true, ...content(schema) };
  const item = { 200: ok(schema), default: error };
  return {
    [`/${name}`]: { post: { requestBody, responses: { 201: ok(schema), default: error } } },
    [`/${name}/{id}`]: {
      parameters: [ID],
      get: { responses: item },
      put: { requestBody, responses: item },
      delete: { responses: { 204: { description: 'gone' }, default: error } },
    },
  };
}

const document = {
  openapi: '3.0.3',
  info: { title: 'books', version: '1' },
  paths: {
    ...paths('publishers', record({ name: { type: 'string' } })),
    ...paths(
      'books',
      record({
        name: { type: 'string' },
        publisherId: { ...integer, nullable: true },
        sold: { type: 'string', nullable: true },
      }),
    ),
  },
};

type Row = Record<string, unknown>;

/** Rejects a text that is no date, as a database does, so that books are stored without a publisher; each type counts its own ids. */
function service() {
  const tables: Record<string, Map<number, Row>> = { publishers: new Map(), books: new Map() };
  const last = new Map<string, number>();
  return async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, body?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    const [, name = '', id] = (request.url ?? '').split('/');
    const table = tables[name] ?? new Map<number, Row>();
    const row = table.get(Number(id));
    if (id !== undefined && !row) return send(404, { message: 'not found' });
    if (request.method === 'GET') return send(200, row);
    if (request.method === 'DELETE') {
      table.delete(Number(id));
      return send(204);
    }
    const body = ((await readJson(request).catch(() => null)) ?? {}) as Row;
    if (typeof body['name'] !== 'string') return send(400, { message: 'name must be a string' });
    if (Number.isNaN(Date.parse(String(body['sold'] ?? '2026-01-01')))) return send(400, { message: 'not a date' });
    if (!row) last.set(name, (last.get(name) ?? 0) + 1);
    const key = row ? Number(id) : (last.get(name) ?? 0);
    const stored = { publisherId: null, sold: null, ...row, ...body, id: key };
    table.set(key, name === 'books' ? stored : { id: key, name: body['name'] });
    return send(row ? 200 : 201, table.get(key));
  };
}

test('a record without an optional reference is sent back without one', async () => {
  const options = { suites: ['stateful'], lint: false, consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: document, app: service(), ...options });
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
});
