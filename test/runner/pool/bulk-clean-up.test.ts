import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { bodyOf, serve } from '../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const sent = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } };
const note = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, text: { type: 'string' } } };
const list = content({ type: 'array', items: note });

/** Notes that are created several at a time, too. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { responses: { 200: { description: 'all', ...list } } },
      post: {
        requestBody: { required: true, ...content({ oneOf: [sent, { type: 'array', minItems: 1, items: sent }] }) },
        responses: {
          201: { description: 'stored', ...content({ oneOf: [note, { type: 'array', items: note }] }) },
          400: { description: 'invalid' },
        },
      },
    },
    '/notes/{noteId}': {
      parameters: [{ name: 'noteId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        responses: {
          200: { description: 'one', ...content(note) },
          400: { description: 'no' },
          404: { description: 'none' },
        },
      },
      delete: { responses: { 204: { description: 'gone' }, 400: { description: 'no' }, 404: { description: 'none' } } },
    },
  },
};

test('records that were created from an array are deleted in the end', async () => {
  const notes = new Map<number, { id: number; text: unknown }>();
  let count = 0;
  let most = 0;
  const target = await serve(async (request, response) => {
    const send = (status: number, body?: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    const id = request.url?.split('/')[2];
    const known = notes.get(Number(id));
    if (id !== undefined && !/^-?\d+$/.test(id)) return send(400);
    if (id !== undefined && !known) return send(404);
    if (request.method === 'DELETE') return send(notes.delete(Number(id)) ? 204 : 404);
    if (request.method === 'GET') return send(200, known ?? [...notes.values()]);
    const body = parse(request.headers['content-type'], await bodyOf(request));
    const items = Array.isArray(body) ? body : [body];
    if (items.length === 0 || !items.every(isNote)) return send(400);
    const added = items.map(({ text }) => ({ id: ++count, text }));
    for (const each of added) notes.set(each.id, each);
    most = Math.max(most, added.length);
    send(201, Array.isArray(body) ? added : added[0]);
  });
  await verify({ spec, target, suites: ['generated'], seed: 1 });
  expect(most).toBeGreaterThan(1);
  expect([...notes.keys()]).toEqual([]);
});

function isNote(value: unknown): value is { readonly text: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    value.text !== ''
  );
}

function parse(type: string | undefined, body: Buffer): unknown {
  try {
    return /^application\/json *(;|$)/i.test(type ?? '') ? JSON.parse(String(body)) : undefined;
  } catch {
    return undefined;
  }
}
