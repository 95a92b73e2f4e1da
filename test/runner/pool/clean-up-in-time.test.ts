import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';

const string = { type: 'string', minLength: 1, maxLength: 40 };
const note = { type: 'object', required: ['id', 'title'], properties: { id: { type: 'integer' }, title: string } };
const given = { type: 'object', required: ['title'], properties: { title: string, text: string } };
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const error = { description: 'error', content: { 'application/json': { schema: { type: 'object' } } } };
const responses = (status: string, schema: object) => ({ [status]: json(schema), default: error });

const spec = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { responses: responses('200', { type: 'array', items: note }) },
      post: { requestBody: { required: true, ...json(given) }, responses: responses('201', note) },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: responses('200', note) },
      put: { requestBody: { required: true, ...json(given) }, responses: responses('200', note) },
      delete: { responses: { 204: { description: 'gone' }, default: error } },
    },
  },
};

let close = async () => {};
afterEach(() => close());

/** A service that takes some time for each request; it counts what it created, and has what nobody deleted. */
async function startNotes(ms: number, responds: (method: string, count: number) => boolean = () => true) {
  const notes = new Map<number, object>();
  let count = 0;
  const respond = (method: string, path: string, body: string): [status: number, body?: unknown] => {
    const id = Number(path.split('/')[2] ?? Number.NaN);
    if (method === 'DELETE') return notes.delete(id) ? [204] : [404, {}];
    if (Number.isNaN(id) && method === 'GET') return [200, [...notes.values()]];
    const known = notes.get(id);
    if (method === 'GET') return known ? [200, known] : [404, {}];
    if (method === 'PUT' && !known) return [404, {}];
    const stored = { ...JSON.parse(body), id: known ? id : ++count };
    notes.set(stored.id, stored);
    return [known ? 200 : 201, stored];
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (!responds(request.method ?? '', notes.size)) return;
    let result: [number, unknown?] = [400, {}];
    try {
      result = respond(request.method ?? '', request.url ?? '', body);
    } catch {}
    const [status, value] = result;
    setTimeout(() => {
      response.writeHead(status, value === undefined ? {} : { 'content-type': 'application/json' });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    }, ms);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  const { port } = server.address() as AddressInfo;
  return { target: `http://127.0.0.1:${port}`, notes, created: () => count };
}

test.each([['generated'], ['stateful'], ['examples', 'generated', 'dredd', 'stateful']] as const)(
  'what %s has created when the time is up is deleted all the same',
  async (...suites) => {
    const { target, notes, created } = await startNotes(20);
    const { suites: run } = await verify({ spec, target, suites, maxTime: 1500 });
    expect(run.flatMap(({ skippedReasons }) => skippedReasons ?? []).join()).toContain('--max-time reached');
    expect(created()).toBeGreaterThan(0);
    expect([...notes.keys()]).toEqual([]);
  },
);

test.each([['generated'], ['stateful']] as const)(
  'what %s has created when the run is stopped is deleted all the same',
  async (suite) => {
    const stop = new AbortController();
    let left = 0;
    const { target, notes } = await startNotes(20, (method, count) => {
      if (method !== 'GET' || count === 0 || stop.signal.aborted) return true;
      left = count;
      stop.abort();
      return false;
    });
    const { suites: run } = await verify({ spec, target, suites: [suite], concurrency: 1 }, stop.signal);
    expect(run[0]?.skippedReasons?.join()).toContain('the run was stopped');
    expect(left).toBeGreaterThan(0);
    expect([...notes.keys()]).toEqual([]);
  },
);

test('a service that responds no more is not waited for after a stop', async () => {
  const stop = new AbortController();
  const { target, notes } = await startNotes(0, (method, count) => {
    if (method === 'GET' && count > 0) stop.abort();
    return !stop.signal.aborted;
  });
  const limits = { concurrency: 1, timeout: 60_000 };
  const { suites: run } = await verify({ spec, target, suites: ['generated'], ...limits }, stop.signal);
  expect(run[0]?.skippedReasons?.join()).toContain('records were not deleted: the run was stopped');
  expect(notes.size).toBeGreaterThan(0);
});
