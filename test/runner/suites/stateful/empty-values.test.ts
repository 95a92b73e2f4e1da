import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const properties = {
  title: { type: 'string', maxLength: 300 },
  estimate: { type: ['number', 'null'], minimum: 0 },
  parentId: { type: ['integer', 'null'] },
};
const sent = { required: true, ...json({ type: 'object', properties, required: ['title'] }) };
const shown = {
  description: 'ok',
  ...json({ type: 'object', properties: { id: { type: 'integer' }, ...properties }, required: ['id', 'title'] }),
};
const error = { description: 'error' };

const tasks = {
  openapi: '3.1.0',
  info: { title: 'tasks', version: '1' },
  paths: {
    '/tasks': { post: { operationId: 'add', requestBody: sent, responses: { 201: shown, 400: error, 422: error } } },
    '/tasks/{taskId}': {
      parameters: [{ name: 'taskId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: { 200: shown, 404: error } },
      put: { operationId: 'replace', requestBody: sent, responses: { 200: shown, 400: error, 404: error, 422: error } },
    },
  },
};

type Task = Readonly<Record<string, unknown>>;

/** A service of tasks, each below another one or none. */
function serving(keep: (task: Task) => Task) {
  const stored = new Map<number, Task>();
  let last = 0;
  return async (request: Request): Promise<Response> => {
    const id = Number(/\/tasks\/(\d+)$/.exec(new URL(request.url).pathname)?.[1] ?? Number.NaN);
    const found = stored.get(id);
    if (request.method !== 'POST' && !found) return new Response(null, { status: 404 });
    if (request.method === 'GET' || request.method === 'HEAD') return Response.json(found);
    const { title, estimate = null, parentId = null } = JSON.parse(await request.text());
    if (typeof title !== 'string') return new Response(null, { status: 400 });
    if (parentId !== null && !stored.has(parentId)) return new Response(null, { status: 422 });
    const at = found ? id : ++last;
    const task = { id: at, ...keep({ title, estimate, parentId }) };
    stored.set(at, task);
    return Response.json(task, { status: found ? 200 : 201 });
  };
}

test.each<[string, (task: Task) => Task, string[]]>([
  ['keeps 0 and null apart', (task) => task, []],
  ['leaves 0 out', ({ estimate, ...rest }) => (estimate === 0 ? rest : { ...rest, estimate }), []],
  [
    'takes 0 for null',
    ({ estimate, ...rest }) => ({ ...rest, estimate: estimate || null }),
    ['add created-is-readable', 'replace update-is-visible'],
  ],
])('a service that %s', async (_, keep, expected) => {
  const { findings } = await verify({ spec: tasks, app: serving(keep), suites: ['stateful'], consistency: 60 });
  expect(findings.map(({ operation, check }) => `${operation} ${check}`)).toEqual(expected);
});

test('a record is created with a name by which its path names it, and empty values beside it', async () => {
  const own = { name: { type: 'string' }, description: { type: 'string' } };
  const owner = { type: 'object', properties: { login: { type: 'string' } }, required: ['login'] };
  const repo = { type: 'object', properties: own, required: ['name'] };
  const visible = json({
    type: 'object',
    properties: { ...own, id: { type: 'integer' }, owner },
    required: ['name', 'owner'],
  });
  const usage = json({ type: 'object', properties: { repo: { type: 'string' } }, required: ['repo'] });
  const created = { description: 'created', headers: { Location: { schema: { type: 'string' } } }, ...visible };
  const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const repos = {
    openapi: '3.1.0',
    info: { title: 'repos', version: '1' },
    paths: {
      '/user/repos': {
        post: {
          operationId: 'create',
          requestBody: { required: true, ...json(repo) },
          responses: { 201: created, 422: error },
        },
      },
      '/repos/{owner}/{repo}': {
        parameters: [inPath('owner'), inPath('repo')],
        get: { operationId: 'read', responses: { 200: { description: 'ok', ...visible }, 404: error } },
      },
      '/repos/{owner}/{repo}/usage': {
        parameters: [inPath('owner'), inPath('repo')],
        get: { operationId: 'usage', responses: { 200: { description: 'ok', ...usage }, 404: error } },
      },
    },
  };
  const bodies: string[] = [];
  const hooks = {
    beforeRequest: ({ method, body }: { method: string; body?: unknown }) => {
      if (method === 'POST') bodies.push(String(body));
      return undefined;
    },
  };
  const { findings } = await verify({ spec: repos, suites: ['stateful'], hooks });
  const creations = bodies.map((body) => JSON.parse(body));
  expect(creations.filter(({ description }) => description === '')).not.toEqual([]);
  expect(creations.filter(({ name }) => name === '')).toEqual([]);
  expect(findings).toEqual([]);
});
