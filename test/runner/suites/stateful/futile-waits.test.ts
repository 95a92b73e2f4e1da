import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const properties = {
  id: { type: 'string' },
  title: { type: 'string', minLength: 1 },
  color: { enum: ['red', 'blue'] },
};
const Mug = { type: 'object', required: ['id', 'title', 'color'], properties };
const Sent = { type: 'object', required: ['title', 'color'], properties };
const mug = { description: 'a mug', ...json(Mug) };
const error = { description: 'error' };

/** @param items what the items of the list have */
const documentWith = (items: object) => ({
  openapi: '3.1.0',
  info: { title: 'Mugs', version: '1' },
  paths: {
    '/mugs': {
      get: { operationId: 'listMugs', responses: { 200: { description: 'mugs', ...json({ type: 'array', items }) } } },
      post: {
        operationId: 'createMug',
        requestBody: { required: true, ...json(Sent) },
        responses: { 201: mug, 400: error },
      },
    },
    '/mugs/{mugId}': {
      parameters: [{ name: 'mugId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'readMug', responses: { 200: mug, 404: error } },
    },
  },
});

interface Mistakes {
  /** What a mug is stored as. */
  readonly store?: (sent: JsonObject) => JsonObject;
  /** What a read shows of it. */
  readonly show?: (stored: JsonObject) => JsonObject;
}

/** Mugs, and how often each was read or listed. */
function mugs({ store = (sent) => sent, show = (stored) => stored }: Mistakes) {
  const all = new Map<string, JsonObject>();
  const gets: string[] = [];
  const respond = ({ method, path, body }: Call): Reply => {
    const id = path.split('/')[2];
    if (method === 'GET') gets.push(path);
    if (method === 'GET' && id === undefined) return { status: 200, body: [...all.values()] };
    const known = all.get(id ?? '');
    if (method === 'GET') return known ? { status: 200, body: show(known) } : { status: 404 };
    const { title, color } = body ?? {};
    if (typeof title !== 'string' || title === '' || (color !== 'red' && color !== 'blue')) return { status: 400 };
    const made = { ...store({ title, color }), id: `m${all.size + 1}` };
    all.set(made.id, made);
    return { status: 201, body: { ...made, title, color } };
  };
  return { respond, gets };
}

/** A reader that waits in vain for two seconds polls some eight times. */
async function run(mistakes: Mistakes, items: object = Mug) {
  const { respond, gets } = mugs(mistakes);
  const target = await serveCalls(respond);
  const options = { suites: ['stateful'], consistency: 2000, runs: 20, seed: 1 } as const;
  const { findings } = await verify({ spec: documentWith(items), target, ...options });
  return { checks: [...new Set(findings.map(({ check }) => check))], count: gets.length };
}

test('random sequences do not wait for what the first sequence has found', async () => {
  const { checks, count } = await run({ store: (sent) => ({ ...sent, color: 'red' }) });
  expect(checks).toEqual(['created-is-readable']);
  expect(count).toBeLessThan((await run({})).count * 1.5);
});

test('no sequence waits for what a response of another shape does not show', async () => {
  const { checks, count } = await run({ show: (stored) => ({ mug: stored }) });
  expect(checks).toEqual(['response-schema']);
  expect(count).toBeLessThan((await run({})).count * 1.5);
});

test('no sequence waits for a record in a list that does not say which records it shows', async () => {
  const { checks, count } = await run({}, { type: 'object', properties: { title: properties.title } });
  expect(checks).toEqual([]);
  expect(count).toBeLessThan((await run({})).count * 1.5);
});
