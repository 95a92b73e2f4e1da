import { afterEach, describe, expect, test } from 'vitest';
import { parseJson } from '../../../harness/core/json/index.ts';
import type { JsonObject } from '../../../harness/core/model.ts';
import { contractOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, items, LIBRARY, openMock, SHOP, TASKS, type TestMock } from './client.ts';

afterEach(closeMocks);

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

  test('has its Location where only what is below it has operations', async () => {
    const mock = await openMock({ spec: 'test/prove/documents/orders.yaml' });
    const order = {
      customer: { email: 'ann@example.com' },
      lines: [{ sku: 'AB-123', count: 1 }],
    };
    const created = await mock.send('POST', '/orders', order, { 'x-tenant': 'acme' });
    expect(created.headers.get('location')).toBe(`/orders/${String(fields(created.body)['id'])}`);
  });

  test.each([
    ['seconds for a format of another name', { format: 'unix-time' }, 1000],
    ['milliseconds for int64', { format: 'int64' }, 1],
    ['seconds as in the example', { format: 'int64', example: 1_700_000_000 }, 1000],
    ['milliseconds as in the example', { example: 1_700_000_000_000 }, 1],
  ])('has a number as its time: %s', async (_, created, unitMs) => {
    const note = {
      type: 'object',
      required: ['id', 'created'],
      properties: {
        id: { type: 'integer', readOnly: true },
        created: { type: 'integer', readOnly: true, ...created },
      },
    };
    const content = { 'application/json': { schema: note } };
    const ok = { description: 'ok', content };
    const path = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
    const spec = {
      openapi: '3.1.0',
      info: { title: 'notes', version: '1' },
      paths: {
        '/notes': { post: { requestBody: { content }, responses: { 201: ok } } },
        '/notes/{id}': { get: { parameters: path, responses: { 200: ok } } },
      },
    };
    const before = Date.now();
    const mock = await openMock({ spec });
    const body = fields((await mock.send('POST', '/notes', {})).body);
    expect(Number(body['created']) * unitMs).toBeGreaterThan(before - 1001);
    expect(Number(body['created']) * unitMs).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    ['open', ['open', 'cancelled']],
    ['accepted', ['CANCELLED', 'accepted', 'FAILED']],
    ['deleted', ['deleted', 'archived']],
  ])('is %s at first, of %j', async (first, listed) => {
    const status = { type: 'string', enum: listed };
    const booking = record({ id: 'integer', status }, ['id', 'status']);
    const contract = contractOf({
      'POST /bookings': { sends: record({ note: 'string' }), gives: booking, status: '201' },
      'GET /bookings/{bookingId}': { gives: booking, path: { bookingId: { type: 'integer' } } },
    });
    const mock = await openMock({ contract });
    expect((await mock.send('POST', '/bookings', {})).body).toMatchObject({ status: first });
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
    const mock = await openMock({ spec: TASKS, auth: false });
    const idOf = async (path: string, body: JsonObject) =>
      String(fields(fields((await mock.send('POST', path, body)).body)['data'])['id']);
    const project = `/projects/${await idOf('/projects', { name: 'Home' })}`;
    const task = `${project}/tasks/${await idOf(`${project}/tasks`, { title: 'Cook' })}`;
    expect((await mock.send('GET', task)).status).toBe(200);
    expect((await mock.send('DELETE', project)).status).toBe(204);
    for (const path of [project, `${project}/tasks`, task]) expect((await mock.send('GET', path)).status).toBe(404);
    const listed = fields((await mock.send('GET', '/projects')).body)['data'];
    expect(each(listed, '/id').map((id) => `/projects/${id}`)).not.toContain(project);
  });

  test('is needed by none that clients created, if the document says so', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const author = `/authors/${(await createAuthor(mock, 'Ann'))['id']}`;
    const book = { isbn: '9780441478125', title: 'Emma', genre: 'novel' };
    const { id } = fields((await mock.send('POST', `${author}/books`, book)).body);
    expect((await mock.send('DELETE', author)).status).toBe(409);
    expect((await mock.send('DELETE', `${author}/books/${id}`)).status).toBe(204);
    expect((await mock.send('DELETE', author)).status).toBe(204);
    expect((await mock.send('GET', author)).status).toBe(410);
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
    expect(JSON.stringify(rejected.body)).toContain('body property productId names no product: prd_0000000000');
    const [product] = each(items((await mock.send('GET', '/products')).body), '/id');
    expect((await mock.send('POST', '/orders', { ...order, productId: product ?? null })).status).toBe(201);
  });
});

test('a PUT leaves what its body cannot say, and removes what it leaves out', async () => {
  const line = { $ref: '#/components/schemas/Line' };
  const Line = record({ id: 'integer', productId: 'integer', quantity: 'integer', note: 'string' }, [
    'id',
    'productId',
  ]);
  const path = { lineId: { type: 'integer' } };
  const sent = { quantity: 'integer', note: 'string' };
  const api = {
    'POST /lines': { sends: record({ productId: 'integer', ...sent }), gives: line, status: '201' },
    'GET /lines/{lineId}': { gives: line, path },
    'PUT /lines/{lineId}': { sends: record(sent), gives: line, path },
  };
  const mock = await openMock({ contract: contractOf(api, { Line }) });
  const { body } = await mock.send('POST', '/lines', { productId: 187, quantity: 1, note: 'large' });
  const { id } = fields(body);
  const replaced = await mock.send('PUT', `/lines/${String(id)}`, { quantity: 3 });
  expect(replaced.body).toEqual({ id, productId: 187, quantity: 3 });
});

test('a record of an invalid request that is only warned of has values of the example, none that reads `string`', async () => {
  const mock = await openMock({ spec: LIBRARY, validate: 'warn' });
  const made = fields((await mock.send('POST', '/authors', { name: '' })).body);
  expect(String(made['name'])).toMatch(/^[A-Z]\w+ /);
});
