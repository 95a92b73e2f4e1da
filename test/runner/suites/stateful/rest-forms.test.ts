import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

type Note = { id: string; title: string; isDone: boolean };
type Values = { readonly noteId?: string; readonly title?: string };

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const title = { type: 'string', minLength: 1 };
const note = {
  type: 'object',
  required: ['id', 'title', 'isDone'],
  properties: { id: { type: 'string' }, title: { type: 'string' }, isDone: { type: 'boolean' } },
};
const shown = { 200: { description: 'ok', ...json({ type: 'object', required: ['note'], properties: { note } }) } };
const error = { description: 'error', ...json({ type: 'object', required: ['error'] }) };
const errors = { 400: error, 404: error };
const closed = (properties: object, ...required: string[]) => ({
  required: true,
  ...json({ type: 'object', additionalProperties: false, required, properties }),
});
const noteId = { type: 'string' };

/** Methods with a dot in their paths, as Slack has them; nothing is in a path. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes.create': { post: { requestBody: closed({ title }, 'title'), responses: { ...shown, 400: error } } },
    '/notes.get': {
      get: {
        parameters: [{ name: 'noteId', in: 'query', required: true, schema: noteId }],
        responses: { ...shown, ...errors },
      },
    },
    '/notes.update': {
      post: { requestBody: closed({ noteId, title }, 'noteId'), responses: { ...shown, ...errors } },
    },
    '/notes.finish': { post: { requestBody: closed({ noteId }, 'noteId'), responses: { ...shown, ...errors } } },
    '/notes.delete': {
      post: { requestBody: closed({ noteId }, 'noteId'), responses: { 204: { description: 'deleted' }, ...errors } },
    },
  },
};

const PROPERTIES: Record<string, readonly (keyof Values)[]> = {
  create: ['title'],
  update: ['noteId', 'title'],
  finish: ['noteId'],
  delete: ['noteId'],
};

async function serveNotes(bug = ''): Promise<{ readonly url: string; readonly notes: ReadonlyMap<string, Note> }> {
  const notes = new Map<string, Note>();
  let count = 0;
  const url = await serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [status, body] = reply(pathname.slice('/notes.'.length), await valuesOf(request, searchParams));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  });
  return { url, notes };

  function reply(method: string, values: Values | undefined): readonly [status: number, body?: unknown] {
    if (!values || !isValid(method, values)) return [400, { error: 'invalid' }];
    if (method === 'create') {
      const id = `note-${++count}`;
      notes.set(id, { id, title: values.title ?? '', isDone: false });
      return [200, { note: notes.get(id) }];
    }
    const found = notes.get(values.noteId ?? '');
    if (!found) return [404, { error: 'not found' }];
    if (method === 'delete') return [bug === 'delete' || notes.delete(found.id) ? 204 : 404];
    const next = { ...found, ...(values.title !== undefined && { title: values.title }), isDone: method === 'finish' };
    if (bug !== method && method !== 'get') notes.set(found.id, next);
    return [200, { note: method === 'get' ? found : next }];
  }
}

async function valuesOf(request: Parameters<typeof bodyOf>[0], query: URLSearchParams): Promise<Values | undefined> {
  const [id, ...others] = query.getAll('noteId');
  if (request.method === 'GET') return id === undefined || others.length > 0 ? undefined : { noteId: id };
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(await bodyOf(request)));
    const values: unknown = JSON.parse(text);
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? values : undefined;
  } catch {
    // It is rejected as no JSON.
    return undefined;
  }
}

function isValid(method: string, values: Values): boolean {
  const known = PROPERTIES[method] ?? ['noteId'];
  const isText = ([name, value]: [string, unknown]) => typeof value === 'string' && (name !== 'title' || value !== '');
  const has = Object.entries(values);
  if (!has.every((entry) => known.some((name) => name === entry[0]) && isText(entry))) return false;
  return method === 'create' ? values.title !== undefined : values.noteId !== undefined;
}

test('records that requests name in their query or body are created, varied, and deleted in the end', async () => {
  const { url, notes } = await serveNotes();
  const { findings, verdict, operations, suites } = await verify({ spec, target: url, consistency: 60 });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(verdict).toBe('passed');
  expect(operations.filter(({ accepted, rejected }) => accepted === 0 || rejected === 0)).toEqual([]);
  expect([...notes.keys()], suites.flatMap(({ skippedReasons = [] }) => skippedReasons).join('; ')).toEqual([]);
});

test.each([
  ['update', 'POST /notes.update update-is-visible'],
  ['finish', 'POST /notes.finish action-is-visible'],
  ['delete', 'POST /notes.delete delete-removes'],
])('a service whose %s changes nothing is reported', async (bug, expected) => {
  const { url } = await serveNotes(bug);
  const { findings } = await verify({ spec, target: url, suites: ['stateful'], consistency: 60 });
  const found = findings.map(({ operation, check }) => `${operation} ${check}`);
  expect(found).toContain(expected);
});
