import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const number = { type: 'integer', minimum: 1, maximum: 1_000_000 };
const line = {
  type: 'object',
  required: ['quantity'],
  properties: { number: { ...number, readOnly: true }, quantity: number },
};
const count = {
  type: 'object',
  required: ['id', 'title', 'status'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1 },
    status: { type: 'string', enum: ['open', 'completed'], readOnly: true },
  },
};
const shown = (schema: object) => ({ description: 'as it is now', ...json(schema) });
const error = { description: 'an error' };
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: number });

/** Counts whose lines are put at numbers that the client chooses; in the description of the PUT, when that is possible. */
function document(description: string) {
  const found = { 400: error, 404: error };
  return {
    openapi: '3.0.3',
    info: { title: 'Counts', version: '1' },
    paths: {
      '/counts': {
        post: {
          operationId: 'addCount',
          requestBody: { required: true, ...json(count) },
          responses: { 201: shown(count), 400: error },
        },
      },
      '/counts/{countId}': {
        parameters: [parameter('countId')],
        get: { operationId: 'getCount', responses: { 200: shown(count), ...found } },
      },
      '/counts/{countId}/complete': {
        parameters: [parameter('countId')],
        post: { operationId: 'completeCount', responses: { 200: shown(count), ...found } },
      },
      '/counts/{countId}/lines/{number}': {
        parameters: [parameter('countId'), parameter('number')],
        get: { operationId: 'getLine', responses: { 200: shown(line), ...found } },
        put: {
          operationId: 'putLine',
          description,
          requestBody: { required: true, ...json(line) },
          responses: { 200: shown(line), 201: shown(line), ...found, 409: { description: 'Conflict' } },
        },
      },
    },
  };
}

const OPEN = 'Puts a line there. The count has to be open.';

/** @param isClosed whether lines stay as they are once the count is completed */
function countsApp(isClosed: boolean) {
  const counts: { id: number; title: string; status: string; lines: Map<string, unknown> }[] = [];
  return async (request: Request): Promise<Response> => {
    const [, , id, below, at = ''] = new URL(request.url).pathname.split('/');
    const text = await request.text();
    if (id === undefined) {
      const { title } = JSON.parse(text || '{}') as { title?: unknown };
      if (typeof title !== 'string' || title === '') return new Response(null, { status: 400 });
      const made = { id: counts.length + 1, title, status: 'open', lines: new Map<string, unknown>() };
      counts.push(made);
      return Response.json({ ...made, lines: undefined }, { status: 201 });
    }
    const own = counts[Number(id) - 1];
    if (!own) return new Response(null, { status: 404 });
    if (below === 'complete') own.status = 'completed';
    if (below !== 'lines') return Response.json({ ...own, lines: undefined });
    const before = own.lines.get(at);
    if (request.method === 'GET') return before ? Response.json(before) : new Response(null, { status: 404 });
    const { quantity } = JSON.parse(text || '{}') as { quantity?: unknown };
    if (!Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > 1_000_000)
      return new Response(null, { status: 400 });
    if (own.status === 'completed' && isClosed) return new Response(null, { status: 409 });
    own.lines.set(at, { number: Number(at), quantity });
    return Response.json(own.lines.get(at), { status: before ? 200 : 201 });
  };
}

async function found(isClosed: boolean, description = OPEN): Promise<string[]> {
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: document(description), app: countsApp(isClosed), ...options });
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

test('a line that a PUT creates or replaces is not replaced below a count that has to be open', async () => {
  expect(await found(false)).toEqual(['putLine conflict-is-rejected']);
  expect(await found(true)).toEqual([]);
});

test.each(['Puts a line there.', 'The count has to be known.', 'The line has to be open.'])(
  'nothing is claimed where the document does not say so: %s',
  async (description) => {
    expect(await found(false, description)).toEqual([]);
  },
);

test('the mock keeps to it', async () => {
  expect(await findingsOnMock(document(OPEN))).toEqual([]);
});
