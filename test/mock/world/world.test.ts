import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { closeMocks, fields, LIBRARY, openMock, SHOP } from './client.ts';

afterEach(closeMocks);

describe('an action', () => {
  test('changes the state that it is named after', async () => {
    const mock = await openMock({ spec: SHOP });
    const order = { productId: 'prd_0000000000', quantity: 1, email: 'a@example.org' };
    const id = String(fields((await mock.send('POST', '/orders', order)).body)['id']);
    expect((await mock.send('POST', `/orders/${id}/cancel`)).body).toMatchObject({ id, status: 'cancelled' });
    expect((await mock.send('GET', `/orders/${id}`)).body).toMatchObject({ status: 'cancelled', quantity: 1 });
  });

  test('has the irregular participle of its name', async () => {
    const mock = await openMock({ spec: USERS });
    const user = `/users/${String(fields((await mock.send('POST', '/users', { name: 'Ann' })).body)['id'])}`;
    expect((await mock.send('GET', user)).body).toMatchObject({ status: 'open' });
    await mock.send('PUT', `${user}/freeze`);
    expect((await mock.send('GET', user)).body).toMatchObject({ status: 'frozen' });
  });

  test('ends with `deactivate` what `activate` begins', async () => {
    const mock = await openMock({ spec: USERS });
    const user = fields((await mock.send('POST', '/users', { name: 'Ann' })).body);
    for (const [action, isActive] of [
      ['activate', true],
      ['deactivate', false],
      ['activate', true],
    ]) {
      expect((await mock.send('PUT', `/users/${String(user['id'])}/${action}`)).status).toBe(204);
      expect((await mock.send('GET', `/users/${String(user['id'])}`)).body).toMatchObject({ isActive });
    }
  });
});

const response = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const USER = {
  type: 'object',
  required: ['id', 'isActive', 'status'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    isActive: { type: 'boolean' },
    status: { type: 'string', enum: ['open', 'frozen'] },
  },
};
const done = { responses: { 204: { description: 'done' } } };
const USERS = {
  openapi: '3.0.3',
  info: { title: 'Users', version: '1' },
  paths: {
    '/users': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 201: response(USER) },
      },
    },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: response(USER) } },
    },
    ...Object.fromEntries(
      ['activate', 'deactivate', 'freeze'].map((action) => [
        `/users/{id}/${action}`,
        { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }], put: done },
      ]),
    ),
  },
};

describe('a singleton', () => {
  test('shows what it was given', async () => {
    const mock = await openMock({ spec: SHOP });
    const settings = { shopName: 'Mine', currency: 'GBP', taxRate: 7.5 };
    await mock.send('PUT', '/settings', settings);
    expect((await mock.send('GET', '/settings')).body).toMatchObject(settings);
    await mock.send('PATCH', '/settings', { taxRate: 8 });
    expect((await mock.send('GET', '/settings')).body).toMatchObject({ ...settings, taxRate: 8 });
  });

  test('that was deleted is created again by a PUT, also without a body', async () => {
    const content = { 'application/json': { schema: { type: 'object', properties: { text: { type: 'string' } } } } };
    const responses = {
      200: { description: 'ok', content },
      201: { description: 'new', content },
      404: { description: 'no' },
    };
    const parameters = [{ name: 'fileId', in: 'path', required: true, schema: { type: 'string' } }];
    const watermark = {
      parameters,
      get: { responses },
      put: { requestBody: { content }, responses },
      delete: { responses: { 204: { description: 'gone' } } },
    };
    const paths = { '/files/{fileId}/watermark': watermark };
    const mock = await openMock({ spec: { openapi: '3.1.0', info: { title: 't', version: '1' }, paths } });
    const statusOf = async (method: string) => (await mock.send(method, '/files/1/watermark')).status;
    expect([await statusOf('DELETE'), await statusOf('GET'), await statusOf('PUT')]).toEqual([204, 404, 201]);
    expect(await statusOf('GET')).toBe(200);
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
