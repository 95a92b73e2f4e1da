import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMock, verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'string', readOnly: true }, text: { type: 'string', minLength: 1, maxLength: 20 } },
};
const error = { description: 'error', content: json({ type: 'object', properties: { message: { type: 'string' } } }) };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });

/** Lists are read in pages that begin after a record, and tell only whether more follow. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 100 }),
          query('starting_after', { type: 'string' }),
        ],
        responses: {
          200: {
            description: 'some',
            content: json({
              type: 'object',
              required: ['data', 'has_more'],
              properties: { data: { type: 'array', items: note }, has_more: { type: 'boolean' } },
            }),
          },
          default: error,
        },
      },
      post: {
        operationId: 'createNote',
        requestBody: { required: true, content: json(note) },
        responses: { 201: { description: 'created', content: json(note) }, default: error },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'readNote', responses: { 200: { description: 'one', content: json(note) }, default: error } },
    },
  },
};

interface Note {
  readonly id: string;
  readonly text: string;
}

/**
 * @param skipped how many records the service loses between two pages
 * @param isUnsteady whether every fifth whole list is in another order
 */
function serveNotes(skipped: number, isUnsteady = false): Promise<string> {
  const notes: Note[] = [];
  let whole = 0;
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'POST') {
      const text: unknown = parsed(String(await bodyOf(request)))?.['text'];
      if (typeof text !== 'string' || text.length < 1 || [...text].length > 20) return send(400, { message: 'text' });
      const created = { id: `n${notes.length + 1}`, text };
      notes.push(created);
      return send(201, created);
    }
    const one = notes.find(({ id }) => pathname === `/notes/${id}`);
    if (pathname !== '/notes') return one ? send(200, one) : send(404, { message: 'unknown' });
    const limit = searchParams.get('limit') ?? '50';
    if (!/^([1-9]\d?|100)$/.test(limit)) return send(400, { message: 'limit' });
    const at = notes.findIndex(({ id }) => id === searchParams.get('starting_after')) + 1;
    const start = at === 0 ? 0 : at + skipped;
    const end = start + Number(limit);
    const isTurned = isUnsteady && end >= notes.length && start === 0 && ++whole % 5 === 0;
    send(200, { data: (isTurned ? notes.toReversed() : notes).slice(start, end), has_more: end < notes.length });
  });
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

async function found(target: string): Promise<string[]> {
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 60 });
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

const mock = { url: '', close: async () => {} };

beforeAll(async () => Object.assign(mock, await startMock({ spec })));
afterAll(() => mock.close());

test('pages are followed by the identifier of the last record, on a service and on the mock', async () => {
  expect(await found(await serveNotes(0))).toEqual([]);
  expect(await found(mock.url)).toEqual([]);
});

test('a record that is lost between two pages is found', async () => {
  expect(await found(await serveNotes(1))).toContain('listNotes pages-are-complete');
});

test('pages of a list that is in the same order twice only by chance are no finding', async () => {
  expect(await found(await serveNotes(1, true))).not.toContain('listNotes pages-are-complete');
});
