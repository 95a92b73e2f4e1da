import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 40 };
const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer', readOnly: true }, text },
};
const shown = (description: string, schema: object) => ({ description, ...json(schema) });
const error = { description: 'error' };
const query = (name: string, maximum: number) => ({
  name,
  in: 'query',
  schema: { type: 'integer', minimum: 1, maximum },
});
const listed = {
  type: 'object',
  required: ['items', 'total'],
  properties: { items: { type: 'array', items: note }, total: { type: 'integer' } },
};

/** Notes in pages, which the list links by a header. */
const documentOf = (description: string) => ({
  openapi: '3.1.0',
  info: { title: 'notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'list',
        description,
        parameters: [query('page', 1000), query('pageSize', 50)],
        responses: {
          200: {
            ...shown('notes', listed),
            headers: { Link: { schema: { type: 'string' } }, 'X-Total-Count': { schema: { type: 'integer' } } },
          },
          400: error,
        },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...json(note) },
        responses: { 201: shown('created', note), 400: error },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: { 200: shown('one', note), 404: error } },
      delete: { operationId: 'remove', responses: { 204: { description: 'gone' }, 404: error } },
    },
  },
});

interface Habits {
  /** Whether a page has a link to a next one. */
  readonly hasNext: (page: { readonly end: number; readonly total: number; readonly count: number }) => boolean;
  readonly totalInHeader: (total: number) => number;
}
const HEALTHY: Habits = { hasNext: ({ end, total }) => end < total, totalInHeader: (total) => total };

function notesApp({ hasNext, totalInHeader }: Habits) {
  const notes = new Map<number, object>();
  let last = 0;
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const id = Number(pathname.split('/')[2] ?? 0);
    if (request.method === 'POST') {
      const own = { ...JSON.parse(await request.text()), id: ++last };
      notes.set(last, own);
      return Response.json(own, { status: 201 });
    }
    if (id > 0 && !notes.has(id)) return new Response(null, { status: 404 });
    if (request.method === 'DELETE') return new Response(null, { status: notes.delete(id) ? 204 : 404 });
    if (id > 0) return Response.json(notes.get(id));
    const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('pageSize') ?? 20)];
    const end = page * size;
    const items = [...notes.values()].slice(end - size, end);
    const total = notes.size;
    const next = `</notes?page=${page + 1}&pageSize=${size}>; rel="next"`;
    const headers = {
      'x-total-count': String(totalInHeader(total)),
      ...(hasNext({ end, total, count: items.length }) && { link: next }),
    };
    return Response.json({ items, total }, { headers });
  };
}

async function found(mistake: Partial<Habits>, description = 'The Link header is there unless it is the last page.') {
  const app = notesApp({ ...HEALTHY, ...mistake });
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: documentOf(description), app, ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

test('pages end where the document says so', async () => {
  const message = 'pages without records name a next page, so that there is no last one';
  expect(await found({ hasNext: () => true })).toEqual([`pages-are-complete: ${message}`]);
});

test('a header and the body have the same total', async () => {
  const message = 'X-Total-Count is another total than /total of the body';
  expect(await found({ totalInHeader: (total) => total + 1 })).toEqual([`pages-are-complete: ${message}`]);
});

test('a service that keeps to the document raises no alarm, nor one that links an empty page', async () => {
  expect(await found({})).toEqual([]);
  expect(await found({ hasNext: ({ count }) => count > 0 })).toEqual([]);
  expect(await found({ hasNext: () => true }, 'The notes in pages.')).toEqual([]);
});
