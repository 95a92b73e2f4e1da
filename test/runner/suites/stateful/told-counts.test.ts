import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { startMock, verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const text = { type: 'string', minLength: 1 };
const id = { type: 'integer', readOnly: true };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const Note = { type: 'object', required: ['text'], properties: { id, text } };

/** Threads with notes, which are read and deleted by an id of their own. */
const documentOf = (description: string) => {
  const notes = { type: 'integer', readOnly: true, description };
  const Thread = { type: 'object', required: ['title'], properties: { id, title: text, notes } };
  const shown = (schema: object) => ({ 200: { description: 'ok', ...json(schema) }, 404: error });
  const made = (schema: object) => ({ 201: { description: 'created', ...json(schema) }, 400: error, 404: error });
  const creation = (schema: object) => ({
    requestBody: { required: true, ...json(schema) },
    responses: made(schema),
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Threads', version: '1' },
    paths: {
      '/threads': { post: creation(Thread) },
      '/threads/{id}': { parameters, get: { responses: shown(Thread) } },
      '/threads/{id}/notes': { parameters, post: creation(Note) },
      '/notes/{id}': {
        parameters,
        get: { responses: shown(Note) },
        delete: { responses: { 204: { description: 'gone' }, 404: error } },
      },
    },
  };
};

type Count = (there: number, made: number) => number;

function threads(count: Count): (call: Call) => Reply {
  const titles: string[] = [];
  const made: { readonly thread: number; readonly note: JsonObject; isGone: boolean }[] = [];
  const show = (own: number) => {
    const notes = made.filter(({ thread }) => thread === own);
    return {
      id: own,
      title: titles[own] ?? '',
      notes: count(notes.filter(({ isGone }) => !isGone).length, notes.length),
    };
  };
  return ({ method, path, body }) => {
    const [, kind, own, below] = path.split('/');
    const sent = body?.[kind === 'threads' && below === undefined ? 'title' : 'text'];
    const isValid = typeof sent === 'string' && sent !== '';
    if (kind === 'notes') {
      const found = made[Number(own)];
      if (!found || found.isGone) return { status: 404 };
      found.isGone = method === 'DELETE';
      return found.isGone ? { status: 204 } : { status: 200, body: found.note };
    }
    if (own !== undefined && titles[Number(own)] === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: show(Number(own)) };
    if (!isValid) return { status: 400 };
    if (own === undefined) return { status: 201, body: show(titles.push(sent) - 1) };
    const note = { id: made.length, text: sent };
    made.push({ thread: Number(own), note, isGone: false });
    return { status: 201, body: note };
  };
}

async function found(count: Count, description = 'Number of notes'): Promise<string[]> {
  const target = await serveCalls(threads(count));
  const options = { suites: ['stateful'], consistency: 20, runs: 0 } as const;
  const { findings } = await verify({ spec: documentOf(description), target, ...options });
  return findings.map(({ check }) => check);
}

test('a number of which the description says what it counts, counts what was created below', async () => {
  expect(await found((there) => there)).toEqual([]);
  expect(await found(() => 0)).toEqual(['created-is-listed']);
  expect(await found((_, made) => made, 'The number of notes of the thread.')).toEqual(['delete-removes']);
});

test('what it counts some of, or something else, is not compared', async () => {
  expect(await found(() => 0, 'Number of notes that are new')).toEqual([]);
  expect(await found(() => 0, 'Notes of the reader')).toEqual([]);
});

test('the mock counts them, too', async () => {
  const spec = documentOf('Number of notes');
  const mock = await startMock({ spec, port: 0 });
  try {
    const { findings } = await verify({ spec, target: mock.url, suites: ['stateful'], runs: 1 });
    expect(findings).toEqual([]);
  } finally {
    await mock.close();
  }
});
