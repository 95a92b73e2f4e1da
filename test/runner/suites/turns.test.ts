import { expect, test } from 'vitest';
import { stringifyJson } from '../../../harness/core/json/index.ts';
import { type VerifyOptions, verify } from '../../../harness/index.ts';
import { bodyOf, serve } from '../../servers.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const note = { type: 'object', required: ['id', 'text'], properties: { id: { type: 'integer' }, text } };
const one = { description: 'a note', ...json(note) };
const rejected = { description: 'an error' };
const sent = { type: 'object', required: ['text'], properties: { text } };
const requestBody = { required: true, ...json(sent) };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const spec = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { post: { operationId: 'createNote', requestBody, responses: { 201: one, 400: rejected } } },
    '/notes/{id}': {
      parameters: [id],
      get: { operationId: 'getNote', responses: { 200: one, 404: rejected } },
      delete: { operationId: 'deleteNote', responses: { 204: { description: 'gone' }, 404: rejected } },
    },
  },
};

/** A third of it is the turn of the sequences, which run alone. */
const MAX_TIME_MS = 7500;
const FIRST_RESPONSE_MS = 2800;

/** Notes, of which the first takes longer than that turn. */
function serveNotes(isSlow: boolean): Promise<string> {
  const stored = new Map<string, { readonly id: number; readonly text: string }>();
  let created = 0;
  return serve(async (request, response) => {
    const path = request.url ?? '';
    const bytes = await bodyOf(request);
    const send = (status: number, body?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body ? stringifyJson({ ...body }) : '');
    if (request.method === 'DELETE') return send(stored.delete(path) ? 204 : 404);
    const found = stored.get(path);
    if (request.method === 'GET') return found ? send(200, found) : send(404);
    const isJson = request.headers['content-type'] === 'application/json';
    const body = isJson ? parsed(bytes) : undefined;
    if (typeof body?.text !== 'string' || body.text === '') return send(400);
    const added = { id: ++created, text: body.text };
    stored.set(`/notes/${created}`, added);
    if (!isSlow || created > 1) return send(201, added);
    setTimeout(() => send(201, added), FIRST_RESPONSE_MS);
  });
}

function parsed(bytes: Buffer): { readonly text?: unknown } | undefined {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

const run = async (isSlow: boolean, options: VerifyOptions = {}) => {
  const { suites, verdict } = await verify({
    spec,
    target: await serveNotes(isSlow),
    maxTime: MAX_TIME_MS,
    runs: 2,
    ...options,
  });
  return { verdict, stateful: suites.find(({ name }) => name === 'stateful') };
};

test('what the sequences have no time for in their turn, they do after the other suites', async () => {
  const [quick, slow] = await Promise.all([run(false), run(true)]);
  expect([slow.verdict, slow.stateful?.skippedReasons]).toEqual([quick.verdict, undefined]);
  expect(slow.stateful?.pass).toBeGreaterThanOrEqual(quick.stateful?.pass ?? 0);
});

test('sequences alone have all of the time', async () => {
  const { verdict, stateful } = await run(true, { suites: ['stateful'] });
  expect([verdict, stateful?.skippedReasons]).toEqual(['passed', undefined]);
});
