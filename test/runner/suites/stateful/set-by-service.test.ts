import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const name = { type: 'string', minLength: 1, maxLength: 40 };
const sku = { type: 'string', pattern: '^[A-Z]{2}-[0-9]{4}$' };
const status = { type: 'string', enum: ['new', 'sold'], readOnly: true };
const item = {
  type: 'object',
  required: ['id', 'sku', 'name', 'status', 'position'],
  properties: {
    id: { type: 'string', format: 'uuid', readOnly: true },
    sku,
    name,
    status,
    position: { type: 'integer', readOnly: true },
  },
};
const error = { description: 'error' };
const body = (properties: object, required: readonly string[]) => ({
  required: true,
  ...content({ type: 'object', required, properties }),
});

/** Items whose number does not change, as the document may say of the change or of the property. */
const documentOf = (ofChange: string, ofProperty = 'The number of the item.') => ({
  openapi: '3.0.3',
  info: { title: 'Items', version: '1' },
  paths: {
    '/items': {
      post: {
        operationId: 'create',
        requestBody: body({ sku: { ...sku, description: ofProperty }, name }, ['sku', 'name']),
        responses: { 201: { description: 'created', ...content(item) }, 400: error },
      },
    },
    '/items/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: item.properties.id }],
      get: { operationId: 'read', responses: { 200: { description: 'one', ...content(item) }, 404: error } },
      put: {
        operationId: 'replace',
        description: ofChange,
        requestBody: body({ sku, name }, ['name']),
        responses: { 200: { description: 'one', ...content(item) }, 400: error, 404: error },
      },
    },
  },
});

type Values = Readonly<Record<string, unknown>>;
interface Habits {
  /** What a creation takes from a client beside its number and name. */
  readonly takes: readonly string[];
  /** What a change takes. */
  readonly changes: readonly string[];
  /** The state in which an item begins. */
  readonly begins: string;
  /** Whether no creation takes the number of another item. */
  readonly isUnique: boolean;
}
const CONFORMING: Habits = { takes: [], changes: ['name', 'sku'], begins: 'new', isUnique: false };

const pick = (values: Values, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([each]) => names.includes(each)));

function itemsApp({ takes, changes, begins, isUnique }: Habits) {
  const items = new Map<string, Values>();
  const store = (values: Values, code: number) => {
    items.set(String(values['id']), values);
    return Response.json(values, { status: code });
  };
  return async (request: Request): Promise<Response> => {
    const before = items.get(new URL(request.url).pathname.split('/')[2] ?? '');
    if (request.method === 'POST' || (request.method === 'PUT' && before)) {
      const sent = parsed(await request.text());
      const { name: text, sku: number = before?.['sku'] } = sent;
      const isValid = typeof text === 'string' && text !== '' && text.length <= 40;
      if (!isValid || !/^[A-Z]{2}-\d{4}$/.test(String(number))) return new Response(null, { status: 400 });
      const isTaken = isUnique && !before && [...items.values()].some((each) => each['sku'] === number);
      if (isTaken) return new Response(null, { status: 409 });
      if (before) return store({ ...before, ...pick(sent, changes) }, 200);
      const own = { id: crypto.randomUUID(), status: begins, position: items.size + 1, ...pick(sent, ['sku', 'name']) };
      return store({ ...own, ...pick(sent, takes) }, 201);
    }
    return before ? Response.json(before) : new Response(null, { status: 404 });
  };
}

function parsed(sent: string): Values {
  try {
    return Object(JSON.parse(sent));
  } catch {
    return {};
  }
}

async function found(habits: Partial<Habits>, spec: object = documentOf('Replaces an item.')) {
  const app = itemsApp({ ...CONFORMING, ...habits });
  const { findings } = await verify({ spec, app, suites: ['stateful'], consistency: 0, runs: 0 });
  return findings.map(({ check, operation, message }) => `${operation} ${check}: ${message}`).join('\n');
}

test.each<[string, Partial<Habits>, string]>([
  ['an identifier', { takes: ['id'] }, 'create identity-is-stable: it takes the value of the readOnly property /id'],
  ['a state', { takes: ['status'] }, 'create identity-is-stable: it takes the value of the readOnly property /status'],
  [
    'a number',
    { takes: ['position'] },
    'create identity-is-stable: it takes the value of the readOnly property /position',
  ],
  [
    'a state in a change',
    { changes: ['name', 'sku', 'status'] },
    'replace identity-is-stable: it takes the value of the readOnly property /status',
  ],
])('%s that the request does not declare is not taken from a client', async (_, habits, message) => {
  expect(await found(habits)).toContain(message);
});

test('what a closed request schema declares as readOnly is sent, too', async () => {
  const position = item.properties.position;
  const closed = (properties: object) => {
    const spec = structuredClone(documentOf('Replaces an item.'));
    const { schema } = spec.paths['/items'].post.requestBody.content['application/json'];
    Object.assign(schema, { additionalProperties: false, properties });
    return spec;
  };
  const taken = 'the readOnly property /position';
  expect(await found({ takes: ['position'] }, closed({ sku, name, position }))).toContain(taken);
  expect(await found({ takes: ['position'] }, closed({ sku, name }))).toBe('');
  expect(await found({}, closed({ sku, name, position }))).toBe('');
});

test.each(['new', 'sold'])('a state that every item begins with is no finding: %s', async (begins) => {
  expect(await found({ begins })).toBe('');
});

const FIXED = 'which cannot be changed, as the document says';

test.each([
  documentOf('Replaces an item. The sku of an item cannot be changed.'),
  documentOf('Replaces an item.', 'Number of the item. Immutable once it is created.'),
])('a value that cannot be changed, as the document says, stays: %#', async (spec) => {
  expect(await found({}, spec)).toContain(FIXED);
  expect(await found({ changes: ['name'] }, spec)).toBe('');
  expect(await findingsOnMock(spec)).toEqual([]);
});

test('a unique value that a change ignores is not that of two', async () => {
  const spec = structuredClone(documentOf('Replaces an item. The sku of an item cannot be changed.'));
  const conflict = { 409: { description: 'The sku is in use' } };
  Object.assign(spec.paths['/items'].post.responses, conflict);
  Object.assign(spec.paths['/items/{id}'].put.responses, conflict);
  expect(await found({ changes: ['name'], isUnique: true }, spec)).toBe('');
  expect(await found({ isUnique: true }, spec)).toContain('values-stay-unique');
});

test('where the document does not say so, a value may change', async () => {
  expect(await found({})).toBe('');
});
