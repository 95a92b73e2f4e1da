import { describe, expect, test } from 'vitest';
import { mergeReports, verify } from '../../../../harness/index.ts';

import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, text: { type: 'string' } },
};
const one = { description: 'a note', ...json(note) };
const many = { description: 'notes', ...json({ type: 'array', items: note }) };
const rejected = { description: 'an error' };
const sent = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } };
const item = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
  get: { operationId: 'getNote', responses: { 200: one, 404: rejected } },
};
const tag = { name: 'tag', in: 'query', required: true, schema: { type: 'string' } };
const list = { operationId: 'findNotes', parameters: [tag], responses: { 200: many, 400: rejected } };

/** Notes, which are created and read, or found by a tag; beside them, what is no record. */
function document({ isRead = true } = {}) {
  const post = {
    operationId: 'createNote',
    requestBody: { required: true, ...json(sent) },
    responses: { 201: one, 400: rejected },
  };
  const health = { operationId: 'health', responses: { 200: { description: 'up' }, 500: rejected } };
  const paths = {
    '/health': { get: health },
    '/notes': { post, get: list },
    ...(isRead ? { '/notes/{id}': item } : {}),
  };
  return { openapi: '3.0.3', info: { title: 'Notes', version: '1' }, paths };
}

/** @param isOpen whether notes can be created */
function notes(isOpen = true): (call: Call) => Reply {
  const stored = new Map<number, { id: number; text: string }>();
  return ({ method, path, body }) => {
    if (path === '/health') return { status: 200 };
    if (method === 'GET' && path === '/notes') return { status: 200, body: [...stored.values()] };
    if (method === 'GET') {
      const found = stored.get(Number(path.split('/')[2]));
      return found ? { status: 200, body: found } : { status: 404 };
    }
    const text = body?.text;
    if (!isOpen || typeof text !== 'string' || text === '') return { status: 400 };
    const created = { id: stored.size + 1, text };
    stored.set(created.id, created);
    return { status: 201, body: created };
  };
}

async function verifyLives(spec: object, service: (call: Call) => Reply) {
  const report = await verify({ spec, target: await serveCalls(service), suites: ['stateful'], runs: 2 });
  return { ...report, reasonOf: (id: string) => report.operations.find((each) => each.id === id)?.reason };
}

describe('a run of sequences alone', () => {
  test('is verified without what no sequence needs', async () => {
    const { verdict, operations, reasonOf } = await verifyLives(document(), notes());
    expect(verdict).toBe('passed');
    expect(operations.filter(({ verified }) => verified).map(({ id }) => id)).toEqual(['createNote', 'getNote']);
    for (const id of ['health', 'findNotes']) expect(reasonOf(id)).toMatch(/^no sequence of requests needs it/);
  });

  test('is not verified if no record could be created', async () => {
    const { verdict, reasonOf } = await verifyLives(document(), notes(false));
    expect(verdict).toBe('unverified');
    expect(reasonOf('getNote')).toBe('no request was sent: no note was created');
  });

  test('is not verified if nothing that was created could be read', async () => {
    const { verdict, reasonOf } = await verifyLives(document({ isRead: false }), notes());
    expect(verdict).toBe('unverified');
    expect(reasonOf('findNotes')).toBe('no request was sent: no sequence could read a note');
  });

  test('is verified in shards as in one run', async () => {
    const shards = [1, 2].map(async (number) => {
      const target = await serveCalls(notes());
      const options = { spec: document(), target, suites: ['stateful'] as const, runs: 2 };
      return { name: `shard ${number}`, report: await verify({ ...options, shard: { number, count: 2 } }) };
    });
    const [first, second] = await Promise.all(shards);
    if (!first || !second) throw new Error('two shards');
    for (const reports of [
      [first, second],
      [second, first],
    ]) {
      const { verdict, operations } = mergeReports(reports);
      expect(verdict).toBe('passed');
      expect(operations.filter(({ known }) => known).map(({ id }) => id)).toEqual(['health', 'findNotes']);
    }
  });
});
