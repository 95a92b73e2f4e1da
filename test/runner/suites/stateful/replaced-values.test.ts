import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const object = (properties: object, other: object = {}) => ({ type: 'object', properties, ...other });

/** A service of lamps, of which a creation takes the first and a change the second. */
const lamps = (whole: object, changed: object) => {
  const id = { type: 'integer', readOnly: true };
  const shown = { description: 'ok', ...content(object({ id, ...whole }, { required: ['id'] })) };
  const sent = (properties: object) => ({ required: true, ...content(object(properties)) });
  return {
    openapi: '3.1.0',
    info: { title: 'lamps', version: '1' },
    paths: {
      '/lamps': { post: { operationId: 'createLamp', requestBody: sent(whole), responses: { 201: shown } } },
      '/lamps/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: 'getLamp', responses: { 200: shown, 404: { description: 'none' } } },
        patch: {
          operationId: 'changeLamp',
          requestBody: sent(changed),
          responses: { 200: shown, 404: { description: 'none' }, 422: { description: 'invalid' } },
        },
      },
    },
  };
};

const options = object({ color: text, note: text }, { type: ['object', 'null'] });
const withoutNote = object({ color: text });
// Not a format that the mock knows: it keeps what was sent.
const created_at = { type: 'string', format: 'dateTime' };

test.each([
  ['an object as null changes what was in it', { options }, { options }],
  ['an object with less in it may remove the rest', { options }, { options: withoutNote }],
  ['a writable time of creation may change it', { created_at, name: text }, { created_at, name: text }],
])('a PATCH that sends %s', async (_, whole, changed) => {
  const { findings, suites } = await verify({ spec: lamps(whole, changed), suites: ['stateful'] });
  expect(findings).toEqual([]);
  expect(suites[0]?.pass).toBeGreaterThan(10);
});

const label = { type: 'string', minLength: 1, maxLength: 40 };
const shelf = {
  name: label,
  labels: { type: 'array', maxItems: 9, items: label, default: [] },
  height: { type: ['integer', 'null'], minimum: 1, maximum: 1000, default: null },
  owner: { type: 'string', maxLength: 40, default: 'nobody' },
};
type Shelf = Readonly<Record<string, unknown>>;

const shelves = () => {
  const id = { type: 'integer', readOnly: true };
  const shown = { description: 'ok', ...content(object({ id, ...shelf }, { required: ['id', 'name'] })) };
  const sent = object(shelf, { required: ['name'] });
  const change = { ...shelf, owner: label };
  const patch = { content: { 'application/merge-patch+json': { schema: object(change, { minProperties: 1 }) } } };
  const none = { 400: { description: 'invalid' }, 404: { description: 'none' }, 422: { description: 'invalid' } };
  return {
    openapi: '3.1.0',
    info: { title: 'shelves', version: '1' },
    paths: {
      '/shelves': {
        post: {
          operationId: 'create',
          requestBody: { required: true, ...content(sent) },
          responses: { 201: shown, ...none },
        },
      },
      '/shelves/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
        get: { operationId: 'read', responses: { 200: shown, ...none } },
        put: {
          operationId: 'replace',
          requestBody: { required: true, ...content(sent) },
          responses: { 200: shown, ...none },
        },
        patch: { operationId: 'change', requestBody: { required: true, ...patch }, responses: { 200: shown, ...none } },
      },
    },
  };
};

const plain = { labels: [], height: null, owner: 'nobody' };

interface ShelfHabits {
  readonly put?: (before: Shelf, sent: Shelf) => Shelf;
  readonly patch?: (before: Shelf, sent: Shelf) => Shelf;
}

/** @param habits what a PUT and a PATCH make of a shelf */
function shelvesApp({
  put = (_, sent) => ({ ...plain, ...sent }),
  patch = (before, sent) => ({ ...before, ...sent }),
}: ShelfHabits) {
  const stored = new Map<string, Shelf>();
  return async (request: Request): Promise<Response> => {
    const [, , id = String(stored.size + 1)] = new URL(request.url).pathname.split('/');
    const before = stored.get(id);
    if (request.method !== 'POST' && !before) return new Response(null, { status: 404 });
    if (request.method === 'GET' || request.method === 'HEAD') return Response.json(before);
    const text = await request.text();
    if (!text.startsWith('{')) return new Response(null, { status: 400 });
    const sent: Shelf = JSON.parse(text);
    const isText = (value: unknown) => typeof value === 'string' && value.length <= 40;
    const { name, labels = [], height = null, owner = '' } = sent;
    const isHeight = height === null || (Number.isInteger(height) && Number(height) >= 1 && Number(height) <= 1000);
    const isNamed = request.method === 'PATCH' && name === undefined ? true : isText(name) && name !== '';
    if (!isNamed || !isHeight || !isText(owner) || !Array.isArray(labels) || !labels.every(isText))
      return new Response(null, { status: 422 });
    const old = before ?? {};
    const next =
      request.method === 'PATCH' ? patch(old, sent) : request.method === 'PUT' ? put(old, sent) : { ...plain, ...sent };
    stored.set(id, { ...next, id: Number(id) });
    return Response.json(stored.get(id), { status: request.method === 'POST' ? 201 : 200 });
  };
}

const checksOf = async (habits: ShelfHabits) => {
  const { findings } = await verify({
    spec: shelves(),
    app: shelvesApp(habits),
    suites: ['stateful'],
    consistency: 0,
    runs: 2,
  });
  return findings.map(({ operation, check }) => `${operation} ${check}`);
};

test.each<[string, ShelfHabits]>([
  ['as it is told', {}],
  ['with labels of its own where none are sent', { put: (_, sent) => ({ ...plain, labels: ['unsorted'], ...sent }) }],
  [
    'with its labels in another order',
    { put: (_, sent) => ({ ...plain, ...sent, labels: [...Object(sent.labels ?? [])].reverse() }) },
  ],
])('a shelf that is replaced %s passes', async (_, habits) => {
  expect(await checksOf(habits)).toEqual([]);
});

test('a PUT that leaves a list as it was where it is absent is found', async () => {
  const put: ShelfHabits['put'] = ({ labels }, sent) => ({ ...plain, labels, ...sent });
  expect(await checksOf({ put })).toContain('replace put-replaces');
});

test('a merge patch that does not set what may be null to null is found, also if null is its default', async () => {
  const patch: ShelfHabits['patch'] = (before, sent) => ({ ...before, ...sent, height: sent.height ?? before.height });
  expect(await checksOf({ patch })).toEqual(['change update-is-visible']);
});
