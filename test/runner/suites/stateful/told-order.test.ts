import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const title = { type: 'string', minLength: 4, maxLength: 40 };
const note = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string', readOnly: true }, title, day: { type: 'string', format: 'date' } },
};

/** Notes whose list says an order in words. */
const documentOf = (description: string) => ({
  openapi: '3.1.0',
  info: { title: 'notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'list',
        description,
        responses: { 200: { description: 'notes', ...json({ type: 'array', items: note }) } },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...json(note) },
        responses: { 201: { description: 'created', ...json(note) }, 400: error },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', responses: { 200: { description: 'one', ...json(note) }, 404: error } },
      delete: { operationId: 'remove', responses: { 204: { description: 'gone' }, 404: error } },
    },
  },
});

interface Note {
  readonly id: string;
  readonly title: string;
  readonly day?: string;
  /** When it was created; some services keep seconds alone. */
  readonly second: number;
}
type Order = (notes: readonly Note[]) => Note[];

const compare = (a: string | number, b: string | number) => Number(a > b) - Number(a < b);
const asCreated: Order = (notes) => [...notes];
const newestFirst: Order = (notes) => notes.toReversed();
const bySecond: Order = (notes) => notes.toSorted((a, b) => compare(b.second, a.second));
const byTitle: Order = (notes) => notes.toSorted((a, b) => compare(a.title, b.title));
const byDay: Order = (notes) => notes.toSorted((a, b) => compare(b.day ?? '', a.day ?? ''));

async function found(description: string, order: Order): Promise<string[]> {
  const notes = new Map<string, Note>();
  const shown = ({ second: _, ...own }: Note) => own;
  const app = async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.split('/')[2];
    if (request.method === 'POST') {
      const sent = JSON.parse(await request.text());
      const isDay = sent?.day === undefined || /^\d{4}-\d\d-\d\d$/.test(sent.day);
      if (typeof sent?.title !== 'string' || !isDay) return new Response(null, { status: 400 });
      const made: Note = {
        ...sent,
        id: crypto.randomUUID(),
        second: Math.floor(Date.now() / 1000),
      };
      notes.set(made.id, made);
      return Response.json(shown(made), { status: 201 });
    }
    if (id === undefined) return Response.json(order([...notes.values()]).map(shown));
    const one = notes.get(id);
    if (!one) return new Response(null, { status: 404 });
    if (request.method !== 'DELETE') return Response.json(shown(one));
    notes.delete(id);
    return new Response(null, { status: 204 });
  };
  const options = { suites: ['stateful'], seed: 1, consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: documentOf(description), app, ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

const MESSAGE = 'list-follows-query: the list is not in the order that the document says';

test('a list is ordered by the property that its description names', async () => {
  expect(await found('All notes, ordered by `title`, those of the same title by age.', asCreated)).toEqual([MESSAGE]);
  expect(await found('Ordered by title.', byTitle)).toEqual([]);
  expect(await found('Ordered by `title` descending.', byTitle)).toEqual([MESSAGE]);
  expect(await found('In order of the heading (`title`).', asCreated)).toEqual([MESSAGE]);
  expect(await found('Sorted by note title.', asCreated)).toEqual([MESSAGE]);
  expect(await found('Sorted by note title.', byTitle)).toEqual([]);
  expect(await found('Notes in the order of their title', asCreated)).toEqual([MESSAGE]);
  expect(await found('Notes in the order of their title', byTitle)).toEqual([]);
  expect(await found('Notes in the order of their day', byDay)).toEqual([MESSAGE]);
});

test('the newest come first where the document says so', async () => {
  expect(await found('All notes, newest first.', asCreated)).toEqual([MESSAGE]);
  expect(await found('In the order in which they were created.', newestFirst)).toEqual([MESSAGE]);
  expect(await found('All notes, newest first.', newestFirst)).toEqual([]);
  expect(await found('All notes, the latest last.', newestFirst)).toEqual([MESSAGE]);
  expect(await found('All notes, the latest last.', asCreated)).toEqual([]);
});

test('times may be stored in seconds, and the newest may be those of the latest day', async () => {
  expect(await found('All notes, newest first.', bySecond)).toEqual([]);
  expect(await found('All notes, newest first.', byDay)).toEqual([]);
});

test('what is said of some records, or is not promised, is no order', async () => {
  for (const text of [
    'Notes of the same day are ordered by title.',
    'Ordered by day; those of one day in the order they were created.',
    'Can be ordered by title.',
    'The order is not specified.',
    'Newest first if `sort` is absent.',
  ])
    expect(await found(text, byDay), text).toEqual([]);
});
