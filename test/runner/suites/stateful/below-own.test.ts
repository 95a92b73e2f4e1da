import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { sequenceScript } from '../../../../harness/report/curl/sequence-script.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const properties = { name: { type: 'string', maxLength: 300 }, parentId: { type: 'integer' } };
const sent = { required: true, ...json({ type: 'object', properties, required: ['name'] }) };
const folder = { type: 'object', properties: { id: { type: 'integer' }, ...properties }, required: ['id', 'name'] };
const shown = { description: 'ok', ...json(folder) };
const error = { description: 'error' };

const folders = {
  openapi: '3.1.0',
  info: { title: 'folders', version: '1' },
  paths: {
    '/folders': {
      post: { operationId: 'add', requestBody: sent, responses: { 201: shown, 400: error, 422: error } },
      get: {
        operationId: 'list',
        responses: { 200: { description: 'ok', ...json({ type: 'array', items: folder }) } },
      },
    },
    '/folders/{folderId}': {
      parameters: [{ name: 'folderId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: { 200: shown, 404: error } },
      put: { operationId: 'replace', requestBody: sent, responses: { 200: shown, 400: error, 404: error, 422: error } },
      delete: { operationId: 'remove', responses: { 204: { description: 'gone' }, 404: error, 409: error } },
    },
  },
};

interface Folder {
  readonly id: number;
  readonly name: string;
  readonly parentId?: number;
}

/** A service of folders, each below another or at the top; one with others in it cannot be deleted, and none is in itself. */
function serving(keep: (folder: Folder) => Folder = (each) => each) {
  const stored = new Map<number, Folder>();
  let last = 0;
  const empty = (status: number) => new Response(null, { status });
  const store = async (request: Request, id: number, status: number) => {
    const { name, parentId } = JSON.parse(await request.text());
    if (typeof name !== 'string') return empty(400);
    if (parentId !== undefined && (parentId === id || !stored.has(parentId))) return empty(422);
    const folder = keep({ id, name, ...(parentId === undefined ? {} : { parentId }) });
    stored.set(id, folder);
    return Response.json(folder, { status });
  };
  return async (request: Request): Promise<Response> => {
    const id = Number(/\/folders\/(\d+)$/.exec(new URL(request.url).pathname)?.[1] ?? Number.NaN);
    const found = stored.get(id);
    if (request.method === 'POST') return store(request, ++last, 201);
    if (Number.isNaN(id)) return Response.json([...stored.values()]);
    if (!found) return empty(404);
    if (request.method === 'PUT') return store(request, id, 200);
    if (request.method !== 'DELETE') return Response.json(found);
    if ([...stored.values()].some(({ parentId }) => parentId === id)) return empty(409);
    stored.delete(id);
    return empty(204);
  };
}

test('a record is created below another of its type, and deleted before it', async () => {
  const { findings } = await verify({ spec: folders, app: serving(), suites: ['stateful'], consistency: 60 });
  expect(findings).toEqual([]);
});

test('a service that does not keep below which other one a record is fails, and the script shows it', async () => {
  const app = serving(({ id, name }) => ({ id, name }));
  const { findings } = await verify({ spec: folders, app, suites: ['stateful'], consistency: 60 });
  expect(findings.map(({ operation, check }) => `${operation} ${check}`)).toEqual(['add created-is-readable']);
  const script = sequenceScript('http://127.0.0.1', findings[0]?.sequence ?? []).join('\n');
  expect(script).toMatch(/"parentId":'"\$\w+"'/);
});

test('generated requests name another record of their type', async () => {
  const { coverage, findings } = await verify({ spec: folders, suites: ['generated'] });
  const clauses = coverage.filter(
    ({ clause }) => clause.direction === 'request' && clause.instancePath === '/parentId',
  );
  expect(clauses.map(({ clause, state }) => [clause.operation, state])).toEqual([
    ['add', 'covered'],
    ['replace', 'covered'],
  ]);
  expect(findings).toEqual([]);
});
