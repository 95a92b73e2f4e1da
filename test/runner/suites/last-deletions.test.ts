import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';

const file = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};
const gone = { description: 'gone' };

/** Files that no operation creates or lists: only the example names one. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'files', version: '1' },
  paths: {
    '/files/{fileId}': {
      parameters: [{ name: 'fileId', in: 'path', required: true, schema: { type: 'string' }, example: '12345' }],
      delete: { responses: { 204: gone, 404: gone } },
      get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema: file } } }, 404: gone } },
      put: {
        requestBody: { required: true, content: { 'application/json': { schema: file } } },
        responses: { 200: { description: 'ok' }, 404: gone, 422: gone },
      },
    },
    '/files/{fileId}/content': {
      parameters: [{ name: 'fileId', in: 'path', required: true, schema: { type: 'string' }, example: '12345' }],
      get: { responses: { 200: { description: 'ok', content: { 'text/plain': {} } }, 404: gone } },
    },
    '/files/{fileId}/pages/{page}': {
      parameters: [
        { name: 'fileId', in: 'path', required: true, schema: { type: 'string' }, example: '12345' },
        { name: 'page', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
      ],
      delete: { responses: { 204: gone, 404: gone, 422: gone } },
    },
  },
};

test('a record that only an example names is deleted when no suite needs it any more', async () => {
  const { findings, operations } = await verify({ spec, suites: ['examples', 'generated', 'dredd'], runs: 0 });
  expect(findings).toEqual([]);
  expect(operations.filter(({ verified }) => !verified).map(({ id }) => id)).toEqual([]);
});

/** Plans that are on or off: a client turns on one of three that there are, and no other client has plans of its own. */
const plan = { type: 'object', required: ['state'], properties: { state: { type: 'string' } } };
const plans = {
  openapi: '3.0.3',
  info: { title: 'plans', version: '1' },
  paths: {
    '/plans/{name}': {
      parameters: [
        { name: 'name', in: 'path', required: true, schema: { type: 'string', enum: ['basic', 'full', 'trial'] } },
      ],
      get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema: plan } } }, 404: gone } },
      put: {
        requestBody: { required: true, content: { 'application/json': { schema: plan, example: { state: 'on' } } } },
        responses: {
          200: { description: 'changed', content: { 'application/json': { schema: plan } } },
          201: { description: 'turned on', content: { 'application/json': { schema: plan } } },
          default: gone,
        },
      },
      delete: {
        parameters: [
          { name: 'at', in: 'query', schema: { type: 'string', minLength: 2, maxLength: 9 }, example: 'now' },
        ],
        responses: { 204: gone, 404: gone, 422: gone },
      },
    },
  },
};

test('the only record of its type is created for each request that deletes it, whichever suite sends that', async () => {
  const suites = ['examples', 'generated', 'dredd'] as const;
  const { findings, results } = await verify({ spec: plans, suites, runs: 20, concurrency: 8 });
  expect(findings).toEqual([]);
  const deletions = results.filter(
    ({ operation, disposition }) => operation === 'DELETE /plans/{name}' && disposition !== 'rejected',
  );
  expect(new Set(deletions.map(({ suite }) => suite))).toEqual(new Set(suites));
  const open = results.filter(({ operation, status }) => operation === 'DELETE /plans/{name}' && status !== 'pass');
  expect(open.map((each) => `${each.suite} ${each.case}: ${each.inconclusiveReason}`)).toEqual([]);
});

/** The object of a body; undefined for anything else. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Files of which the service knows one alone: a PUT of another one is rejected, although it is documented to create it. */
function fileApp() {
  let stored: unknown = { id: '12345', name: 'a' };
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    if (pathname !== '/files/12345' || stored === undefined) return new Response(null, { status: 404 });
    if (Number(searchParams.get('size') ?? 1) > 9 || searchParams.get('size') === '')
      return new Response(null, { status: 422 });
    if (request.method === 'DELETE') stored = undefined;
    if (request.method === 'PUT') {
      const sent = parsed(text);
      if (typeof sent?.['id'] !== 'string' || typeof sent['name'] !== 'string')
        return new Response(null, { status: 422 });
      stored = { id: sent['id'], name: sent['name'] };
    }
    return stored === undefined ? new Response(null, { status: 204 }) : Response.json(stored);
  };
}

test('a record that could not be created again is deleted when no suite needs it any more', async () => {
  const size = { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } };
  const { parameters, get, put, ...rest } = spec.paths['/files/{fileId}'];
  const created = { 201: get.responses[200], 200: get.responses[200], 404: gone, 422: gone };
  const item = {
    ...rest,
    parameters,
    get: { ...get, parameters: [size], responses: { ...get.responses, 422: gone } },
    put: { ...put, responses: created },
  };
  const suites = ['examples', 'generated', 'dredd'] as const;
  const { findings, operations } = await verify({
    spec: { ...spec, paths: { '/files/{fileId}': item } },
    app: fileApp(),
    suites,
    runs: 60,
  });
  // The service is no strict one.
  expect(findings.filter(({ actual }) => actual?.startsWith('404'))).toEqual([]);
  expect(operations.map(({ id, accepted }) => [id, accepted > 0])).toEqual(operations.map(({ id }) => [id, true]));
  const { accepted, sent } = operations.find(({ id }) => id.startsWith('GET')) ?? { accepted: 0, sent: 0 };
  expect([accepted > 20, sent > 30]).toEqual([true, true]);
});
