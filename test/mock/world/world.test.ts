import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { parseJson } from '../../../harness/core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { startMock } from '../../../harness/mock/mock.ts';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, openMock, type TestMock } from './client.ts';

const LIBRARY = 'fixtures/crud/documents/library.yaml';
const SHOP = 'fixtures/crud/documents/shop.yaml';
const TASKS = 'fixtures/crud/documents/tasks.yaml';

afterEach(closeMocks);

function fields(value: JsonValue | undefined): JsonObject {
  return value as JsonObject;
}

function items(value: JsonValue | undefined): JsonValue | undefined {
  return fields(value)['items'];
}

async function createAuthor(mock: TestMock, name: string): Promise<JsonObject> {
  return fields((await mock.send('POST', '/authors', { name })).body);
}

describe('a created record', () => {
  test('has a new id, timestamps of now and its defaults, and is read at its Location', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const before = Date.now();
    const created = await mock.send('POST', '/authors', { name: 'Ann' });
    expect(created.status).toBe(201);
    const author = fields(created.body);
    expect(author).toMatchObject({ name: 'Ann', active: true });
    expect(Date.parse(String(author['createdAt']))).toBeGreaterThanOrEqual(before);
    expect(author['updatedAt']).toBe(author['createdAt']);
    const location = created.headers.get('location');
    expect(location).toBe(`/authors/${String(author['id'])}`);
    expect((await mock.send('GET', String(location))).body).toEqual(author);
  });

  test('is listed, counted, and in the order of creation', async () => {
    const mock = await openMock({ spec: LIBRARY, seedData: { author: [] } });
    for (const name of ['Ann', 'Bob', 'Cid']) await createAuthor(mock, name);
    const { body } = await mock.send('GET', '/authors');
    expect(each(items(body), '/name')).toEqual(['Ann', 'Bob', 'Cid']);
    expect(fields(body)['total']).toBe(3);
  });

  test('keeps exact numbers', async () => {
    const mock = await openMock({ spec: 'test/mock/documents/library.yaml', auth: false });
    const created = await mock.send('POST', '/books', { title: 'Emma' });
    expect(created.body).toEqual(parseJson('{"id":9007199254740994,"title":"Emma"}'));
    const read = await mock.send('GET', '/books/9007199254740994');
    expect(read.body).toEqual(created.body);
  });

  test('has a valid id of its own after a client has read the greatest one', async () => {
    const mock = await openMock({ spec: LIBRARY });
    await mock.send('GET', '/authors/9223372036854775807');
    const ids = new Set<string>();
    for (let count = 0; count < 300; count++) {
      const { body } = await mock.send('POST', '/authors', { name: 'Ann' });
      ids.add(String(fields(body)['id']));
    }
    expect(ids.size).toBe(300);
    expect([...ids].filter((id) => !/^[1-9]\d*$/.test(id))).toEqual([]);
  });

  test('has an id that fits a pattern', async () => {
    const mock = await openMock({ spec: SHOP });
    const { body } = await mock.send('POST', '/products', {
      sku: 'ABC-1234',
      name: 'Cup',
      price: { amount: 5, currency: 'EUR' },
    });
    expect(String(fields(body)['id'])).toMatch(/^prd_[a-z0-9]{10}$/);
    expect(body).toMatchObject({ stock: 0, status: 'active' });
  });
});

describe('an update', () => {
  test('by PUT replaces what clients set, and nothing that the service sets', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const created = fields((await mock.send('POST', '/authors', { name: 'Ann', country: 'DE', active: false })).body);
    const path = `/authors/${String(created['id'])}`;
    await mock.send('PUT', path, { name: 'Anna' });
    const { body } = await mock.send('GET', path);
    const { id, createdAt } = created;
    expect(body).toMatchObject({ id, createdAt, name: 'Anna', active: true } as object);
    expect(fields(body)).not.toHaveProperty('country');
  });

  test('by PATCH changes what it names', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const created = fields((await mock.send('POST', '/authors', { name: 'Ann', country: 'DE' })).body);
    const path = `/authors/${String(created['id'])}`;
    expect((await mock.send('PATCH', path, { name: 'Anna' })).body).toMatchObject({ name: 'Anna', country: 'DE' });
  });

  test('by PUT creates a record at an id of the client, with 201', async () => {
    const mock = await openMock({ spec: TASKS, auth: false });
    const path = '/projects/123e4567-e89b-42d3-a456-426614174000';
    expect((await mock.send('PUT', path, { name: 'One' })).status).toBe(201);
    expect((await mock.send('PUT', path, { name: 'Two' })).status).toBe(200);
    expect(fields((await mock.send('GET', path)).body)['data']).toMatchObject({ name: 'Two' });
  });

  test('that is rejected changes nothing', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const before = await mock.send('GET', '/authors/1');
    expect((await mock.send('PUT', '/authors/1', { name: 1 })).status).toBe(422);
    expect((await mock.send('GET', '/authors/1')).body).toEqual(before.body);
  });
});

describe('a deleted record', () => {
  test('is gone, unlisted, and so is everything below it', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const id = String((await createAuthor(mock, 'Ann'))['id']);
    const book = { isbn: '9780441478125', title: 'Emma', genre: 'novel' };
    await mock.send('POST', `/authors/${id}/books`, book);
    expect((await mock.send('DELETE', `/authors/${id}`)).status).toBe(204);
    expect((await mock.send('GET', `/authors/${id}`)).status).toBe(410);
    expect((await mock.send('GET', `/authors/${id}/books`)).status).toBe(410);
    expect(each(items((await mock.send('GET', '/authors')).body), '/id').map(String)).not.toContain(id);
  });
});

describe('a record that nobody created', () => {
  test('is made up once, with its id, and listed', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const first = await mock.send('GET', '/authors/4711');
    expect(first.body).toMatchObject({ id: 4711 });
    expect((await mock.send('GET', '/authors/4711')).body).toEqual(first.body);
    expect(each(items((await mock.send('GET', '/authors')).body), '/id')).toContain(4711);
  });

  test('is the documented 404 in strict mode, and a reference to it is rejected', async () => {
    const mock = await openMock({ spec: SHOP, strictState: true });
    expect((await mock.send('GET', '/products/prd_0000000000')).status).toBe(404);
    const order = { productId: 'prd_0000000000', quantity: 1, email: 'a@example.org' };
    const rejected = await mock.send('POST', '/orders', order);
    expect(rejected.status).toBe(422);
    expect(JSON.stringify(rejected.body)).toContain('/productId names no product: prd_0000000000');
    const [product] = each(items((await mock.send('GET', '/products')).body), '/id');
    expect((await mock.send('POST', '/orders', { ...order, productId: product ?? null })).status).toBe(201);
  });
});

test('a list whose path names no record above has the records below all of them', async () => {
  const note = { $ref: '#/components/schemas/Note' };
  const path = { boardId: { type: 'integer' }, noteId: { type: 'integer' } };
  const api = {
    'GET /boards/{boardId}': { gives: record({ id: 'integer' }, ['id']), path },
    'GET /boards/{boardId}/notes': { gives: listOf(note), path },
    'POST /boards/{boardId}/notes': { sends: record({ text: 'string' }), gives: note, status: '201', path },
    'GET /boards/{boardId}/notes/{noteId}': { gives: note, path },
    'GET /notes': { gives: listOf(note) },
  };
  const contract = contractOf(api, { Note: record({ id: 'integer', text: 'string' }, ['id']) });
  const mock = await openMock({ contract });
  for (const board of [1, 2]) await mock.send('POST', `/boards/${board}/notes`, { text: `of ${board}` });
  const { status, body } = await mock.send('GET', '/notes');
  expect(status).toBe(200);
  expect(each(body, '/text')).toEqual(expect.arrayContaining(['of 1', 'of 2']));
});

describe('a list', () => {
  const seedData = {
    author: [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bob' },
    ],
    book: ['novel', 'poetry', 'novel', 'science', 'novel'].map((genre, index) => ({
      ...{ id: index + 1, authorId: index < 4 ? 1 : 2, isbn: `978000000000${index}`, title: `Book ${index}`, genre },
    })),
  };

  test('below a record shows its records alone', async () => {
    const mock = await openMock({ spec: LIBRARY, seedData });
    expect(each(items((await mock.send('GET', '/authors/1/books')).body), '/id')).toEqual([1, 2, 3, 4]);
    expect(each(items((await mock.send('GET', '/authors/2/books')).body), '/id')).toEqual([5]);
  });

  test('selects by a parameter that is named like a property, and counts what it selects', async () => {
    const mock = await openMock({ spec: LIBRARY, seedData });
    const { body } = await mock.send('GET', '/authors/1/books?genre=novel');
    expect(each(items(body), '/id')).toEqual([1, 3]);
    expect(fields(body)['total']).toBe(2);
  });

  test('is divided by limit and offset', async () => {
    const mock = await openMock({ spec: LIBRARY, seedData });
    const { body } = await mock.send('GET', '/authors/1/books?limit=2&offset=1');
    expect(body).toMatchObject({ total: 4, limit: 2, offset: 1 });
    expect(each(items(body), '/id')).toEqual([2, 3]);
  });

  test('is divided by page and size', async () => {
    const project = ['A', 'B', 'C'].map((name) => ({ name }));
    const mock = await openMock({ spec: TASKS, auth: false, seedData: { project } });
    const { body } = await mock.send('GET', '/projects?page=2&pageSize=2');
    expect(each(fields(body)['data'], '/name')).toEqual(['C']);
    expect(fields(body)['meta']).toMatchObject({ total: 3, page: 2, pageSize: 2 });
  });

  test('is divided by cursors, which hold while others create and delete', async () => {
    const product = Array.from({ length: 5 }, (_, index) => ({ name: `P${index}`, sku: `ABC-000${index}` }));
    const mock = await openMock({ spec: SHOP, seedData: { product } });
    const first = await mock.send('GET', '/products?limit=2');
    expect(each(items(first.body), '/name')).toEqual(['P0', 'P1']);
    await mock.send('DELETE', `/products/${String(each(items(first.body), '/id')[0])}`);
    const cursor = String(fields(first.body)['nextCursor']);
    const second = await mock.send('GET', `/products?limit=2&cursor=${encodeURIComponent(cursor)}`);
    expect(each(items(second.body), '/name')).toEqual(['P2', 'P3']);
    const last = String(fields(second.body)['nextCursor']);
    const third = await mock.send('GET', `/products?limit=2&cursor=${encodeURIComponent(last)}`);
    expect(each(items(third.body), '/name')).toEqual(['P4']);
    expect(fields(third.body)['nextCursor'] ?? null).toBeNull();
  });
});

describe('an action', () => {
  test('changes the state that it is named after', async () => {
    const mock = await openMock({ spec: SHOP });
    const order = { productId: 'prd_0000000000', quantity: 1, email: 'a@example.org' };
    const id = String(fields((await mock.send('POST', '/orders', order)).body)['id']);
    expect((await mock.send('POST', `/orders/${id}/cancel`)).body).toMatchObject({ id, status: 'cancelled' });
    expect((await mock.send('GET', `/orders/${id}`)).body).toMatchObject({ status: 'cancelled', quantity: 1 });
  });
});

describe('a singleton', () => {
  test('shows what it was given', async () => {
    const mock = await openMock({ spec: SHOP });
    const settings = { shopName: 'Mine', currency: 'GBP', taxRate: 7.5 };
    await mock.send('PUT', '/settings', settings);
    expect((await mock.send('GET', '/settings')).body).toMatchObject(settings);
    await mock.send('PATCH', '/settings', { taxRate: 8 });
    expect((await mock.send('GET', '/settings')).body).toMatchObject({ ...settings, taxRate: 8 });
  });
});

describe('seed data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seeds-'));

  test('from a file replaces the examples, and a reset brings it back', async () => {
    const file = join(folder, 'seeds.yaml');
    writeFileSync(file, 'author:\n  - { id: 7, name: Ada }\n');
    const mock = await openMock({ spec: LIBRARY, seedData: file });
    expect(each(items((await mock.send('GET', '/authors')).body), '/id')).toEqual([7]);
    await mock.send('DELETE', '/authors/7');
    mock.reset();
    expect((await mock.send('GET', '/authors/7')).body).toMatchObject({ name: 'Ada' });
  });

  test('of an unknown type names the nearest, with its line', async () => {
    const file = join(folder, 'unknown.yaml');
    writeFileSync(file, 'auther:\n  - { id: 7, name: Ada }\n');
    await expect(startMock({ spec: LIBRARY, seedData: file })).rejects.toThrow(
      /unknown.yaml:1:1: .*auther. Did you mean author\?/,
    );
  });

  test('with a value that the document does not allow names it, with its line', async () => {
    const file = join(folder, 'invalid.yaml');
    writeFileSync(file, 'author:\n  - id: 7\n    name: Ada\n    country: Germany\n');
    await expect(startMock({ spec: LIBRARY, seedData: file })).rejects.toThrow(
      /invalid.yaml:4:5: author.*country must match/,
    );
  });
});

describe('a stateless mock', () => {
  test('responds to each request as if it were the first', async () => {
    const mock = await openMock({ spec: LIBRARY, stateless: true });
    const before = await mock.send('GET', '/authors/1');
    await mock.send('DELETE', '/authors/1');
    expect(await mock.send('GET', '/authors/1')).toMatchObject({ status: 200, body: before.body });
  });
});

test('an operation that documents no success responds with an error, and changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'world-'));
  const spec = join(folder, 'openapi.json');
  const user = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, text: { type: 'string' } },
  };
  const json = { content: { 'application/json': { schema: user } } };
  const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
  const users = {
    '/users': {
      post: { operationId: 'createUser', requestBody: json, responses: { 200: { description: 'ok', ...json } } },
    },
    '/users/{name}': {
      parameters: [name],
      get: { operationId: 'getUser', responses: { 200: { description: 'ok', ...json } } },
      put: { operationId: 'updateUser', requestBody: json, responses: { 400: { description: 'no' } } },
    },
  };
  writeFileSync(spec, JSON.stringify({ openapi: '3.0.3', info: { title: 'Users', version: '1' }, paths: users }));
  const mock = await openMock({ spec });
  await mock.send('POST', '/users', { name: 'ann', text: 'old' });
  expect((await mock.send('PUT', '/users/ann', { name: 'ann', text: 'new' })).status).toBe(400);
  expect((await mock.send('GET', '/users/ann')).body).toEqual({ name: 'ann', text: 'old' });
});

test('an array that changes a record, and is no JSON Patch, is accepted as the document says', async () => {
  const items = '{ type: array, items: { type: object, required: [op, path], properties: { op: {}, path: {} } } }';
  const spec = join(mkdtempSync(join(tmpdir(), 'world-')), 'spec.yaml');
  const record = '{ type: object, required: [id], properties: { id: { type: integer } } }';
  const ok = `responses: { '200': { description: ok, content: { application/json: { schema: ${record} } } } }`;
  const parameters = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
  const body = `requestBody: { content: { application/json: { schema: ${items} } } }`;
  const paths = `'/things/{id}': { ${parameters}, get: { ${ok} }, patch: { ${body}, ${ok} } }`;
  writeFileSync(spec, `{ openapi: 3.0.3, info: { title: t, version: '1' }, paths: { ${paths} } }`);
  const mock = await openMock({ spec, seedData: { thing: [{ id: 7 }] } });
  const changed = await mock.send('PATCH', '/things/7', [{ op: 'add', path: 'no pointer' }]);
  expect([changed.status, changed.body]).toEqual([200, { id: 7 }]);
});
