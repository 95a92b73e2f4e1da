import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const string = { type: 'string', minLength: 1 };
const properties = { name: string, algorithm: string, note: { ...string, maxLength: 40 } };
const key = { type: 'object', required: ['name', 'algorithm'], properties };
const error = { description: 'error' };

/** Keys whose names end with a dot and whose algorithms are few, as no schema says. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Keys', version: '1' },
  paths: {
    '/keys': {
      post: {
        operationId: 'createKey',
        requestBody: { required: true, ...content(key) },
        responses: { 201: { description: 'created', ...content(key) }, 400: error, 409: error },
      },
    },
    '/keys/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: string }],
      get: { operationId: 'readKey', responses: { 200: { description: 'one', ...content(key) }, 404: error } },
      delete: { operationId: 'deleteKey', responses: { 204: { description: 'gone' }, 404: error } },
    },
  },
};

interface Key {
  readonly name: string;
  readonly algorithm: string;
  readonly note?: string;
}

const isKey = (value: unknown): value is Key => {
  const { name, algorithm, note = 'none' } = Object(value) as Record<string, unknown>;
  const isNamed = typeof name === 'string' && /^[a-z0-9.]+\.$/.test(name);
  const isNoted = typeof note === 'string' && note !== '' && [...note].length <= 40;
  return isNamed && isNoted && (algorithm === 'hmac-sha256' || algorithm === 'hmac-md5');
};

function serveKeys(): Promise<string> {
  const keys = new Map<string, Key>();
  return serve(async (request, response) => {
    const send = (status: number, body?: unknown) =>
      response
        .writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
        .end(body === undefined ? undefined : JSON.stringify(body));
    const name = decodeURIComponent(request.url?.split('/')[2] ?? '');
    const found = keys.get(name);
    if (request.method === 'POST') {
      const sent = parsed(String(await bodyOf(request)));
      if (!isKey(sent)) return send(400);
      if (keys.has(sent.name)) return send(409);
      keys.set(sent.name, sent);
      return send(201, sent);
    }
    if (!found) return send(404);
    if (request.method !== 'DELETE') return send(200, found);
    keys.delete(name);
    return send(204);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test('records are created by what an example file shows, each with a name of the same form', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'examples-')), 'keys.yaml');
  writeFileSync(
    file,
    'operation: createKey\nexamples:\n  key: { request: { body: { name: main., algorithm: hmac-md5 } }, expect: success }\n',
  );
  const { operations, findings } = await verify({
    spec,
    target: await serveKeys(),
    suites: ['stateful'],
    examples: [file],
    consistency: 20,
  });
  expect(findings.filter(({ check }) => check !== 'status-code')).toEqual([]);
  expect(operations.map(({ id, verified }) => [id, verified])).toEqual([
    ['createKey', true],
    ['readKey', true],
    ['deleteKey', true],
  ]);
});
