import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const string = { type: 'string', minLength: 1 };
const status = { type: 'object', properties: { state: { type: 'string', enum: ['active', 'pending', 'expired'] } } };
const sent = { type: 'object', required: ['comment'], properties: { comment: string } };
const silence = { type: 'object', required: ['id', 'comment'], properties: { id: string, comment: string, status } };
const error = { description: 'error' };

/** Silences of alerts, which a DELETE lets expire. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Silences', version: '1' },
  paths: {
    '/silences': {
      get: {
        operationId: 'list',
        responses: { 200: { description: 'all', ...content({ type: 'array', items: silence }) } },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...content(sent) },
        responses: { 201: { description: 'created', ...content(silence) }, 400: error },
      },
    },
    '/silences/{silenceId}': {
      parameters: [{ name: 'silenceId', in: 'path', required: true, schema: string }],
      get: { operationId: 'read', responses: { 200: { description: 'one', ...content(silence) }, 404: error } },
      delete: { operationId: 'delete', responses: { 200: { description: 'expired' }, 404: error } },
    },
  },
};

/**
 * @param state of a silence that was deleted
 * @param isListed whether the list has those, too
 */
function serveSilences(state: string, isListed: boolean) {
  const silences = new Map<string, { id: string; comment: string; status: { state: string } }>();
  return serve(async (request, response) => {
    const id = decodeURIComponent(request.url?.split('/')[2] ?? '');
    const send = (code: number, body?: unknown) => {
      response.writeHead(code, body === undefined ? {} : { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const found = silences.get(id);
    if (request.method === 'POST') {
      const { comment } = await commentOf(request);
      if (typeof comment !== 'string' || comment === '') return send(400);
      const created = { id: crypto.randomUUID(), comment, status: { state: 'active' } };
      silences.set(created.id, created);
      return send(201, created);
    }
    if (id === '')
      return send(
        200,
        [...silences.values()].filter((each) => isListed || each.status.state !== state),
      );
    if (!found) return send(404);
    if (request.method !== 'DELETE') return send(200, found);
    silences.set(id, { ...found, status: { state } });
    send(200);
  });
}

async function commentOf(request: Parameters<typeof bodyOf>[0]): Promise<{ readonly comment?: unknown }> {
  try {
    return Object(JSON.parse(String(await bodyOf(request))));
  } catch {
    return {};
  }
}

test.each([
  ['says that it has expired may be read', 'expired', true, []],
  ['says that it has expired need not be listed', 'expired', false, []],
  ['says that it is active may not', 'active', true, ['delete-removes']],
])('a record that was deleted and %s', async (_, state, isListed, expected) => {
  const target = await serveSilences(state, isListed);
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 20 });
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(
    errors.map(({ check }) => check),
    JSON.stringify(errors.map(({ message }) => message)),
  ).toEqual(expected);
});
