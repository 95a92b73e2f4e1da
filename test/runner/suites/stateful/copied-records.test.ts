import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const title = { type: 'string', minLength: 1, maxLength: 40 };
const page = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string', format: 'uuid', readOnly: true }, title },
};
const sent = {
  required: true,
  ...json({ type: 'object', required: ['title'], properties: { title }, additionalProperties: false }),
};
const shown = { description: 'ok', ...json(page) };
const missing = { 404: { description: 'there is none' } };

const documentWith = (verb: string) => ({
  openapi: '3.1.0',
  info: { title: 'Pages', version: '1' },
  paths: {
    '/pages': {
      post: { operationId: 'addPage', requestBody: sent, responses: { 201: shown, 400: { description: 'error' } } },
    },
    '/pages/{pageId}': {
      parameters: [{ name: 'pageId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: { operationId: 'readPage', responses: { 200: shown, ...missing } },
      delete: { operationId: 'deletePage', responses: { 204: { description: 'gone' }, ...missing } },
    },
    [`/pages/{pageId}/${verb}`]: {
      parameters: [{ name: 'pageId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      post: {
        operationId: verb,
        requestBody: sent,
        responses: { 200: shown, 400: { description: 'error' }, ...missing },
      },
    },
  },
});

function titleIn(text: string): string | undefined {
  try {
    const { title: value, ...others } = Object(JSON.parse(text));
    const isTitle = typeof value === 'string' && value !== '' && [...value].length <= 40;
    return isTitle && Object.keys(others).length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An action makes another page, which its response shows with 200. */
function servePages() {
  const pages = new Map<string, string>();
  const respond = (status: number, body?: object) =>
    body ? Response.json(body, { status }) : new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, , id = '', verb] = new URL(request.url).pathname.split('/');
    if (id !== '' && !pages.has(id)) return respond(404);
    if (request.method === 'DELETE') return respond(pages.delete(id) ? 204 : 404);
    if (request.method !== 'POST') return respond(200, { id, title: pages.get(id) });
    const added = { id: randomUUID(), title: titleIn(await request.text()) };
    if (added.title === undefined) return respond(400);
    pages.set(added.id, added.title);
    return respond(verb === undefined ? 201 : 200, added);
  };
}

async function findingsFor(verb: string): Promise<string[]> {
  const { findings } = await verify({
    spec: documentWith(verb),
    app: servePages(),
    suites: ['stateful'],
    consistency: 60,
  });
  return findings.filter(({ severity }) => severity === 'error').map(({ check, message }) => `${check}: ${message}`);
}

test.each(['clone', 'duplicate-page'])('the response to %s may be about the new record', async (verb) => {
  expect(await findingsFor(verb)).toEqual([]);
  expect(await findingsOnMock(documentWith(verb))).toEqual([]);
});

test('the response to another action is about the record itself', async () => {
  expect(await findingsFor('retitle')).toEqual([
    'action-is-visible: the page is not as the response of the action shows it',
  ]);
});
