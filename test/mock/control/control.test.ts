import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import type { OverrideResponse } from '../../../harness/mock/control/overrides.ts';
import { controlPrefix } from '../../../harness/mock/control/prefix.ts';
import { type MockOptions, startMock } from '../../../harness/mock/mock.ts';
import { loadContract } from '../../../harness/openapi/load.ts';
import { send } from '../raw-http.ts';
import { closeMocks, openMock } from '../world/client.ts';

const LIBRARY = 'fixtures/crud/documents/library.yaml';

afterEach(closeMocks);

describe('an override', () => {
  test('responds with the documented error of a status, as often as it says', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const added = await mock.send('POST', '/__mock/overrides', { operation: 'getAuthor', status: 404, times: 1 });
    expect(added.body).toMatchObject({ operation: 'getAuthor', status: 404, times: 1 });
    expect((await mock.send('GET', '/authors/1')).status).toBe(404);
    expect((await mock.send('GET', '/authors/1')).status).toBe(200);
  });

  test('sends its body and headers as they are, and is removed by its id', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const override = { operation: 'GET /authors', status: 200, headers: { 'X-Page': '1' }, body: { any: 'thing' } };
    const { body } = await mock.send('POST', '/__mock/overrides', override);
    const response = await mock.send('GET', '/authors');
    expect(response.body).toEqual({ any: 'thing' });
    expect(response.headers.get('x-page')).toBe('1');
    await mock.send('DELETE', `/__mock/overrides/${String((body as JsonObject)['id'])}`);
    expect((await mock.send('GET', '/authors')).body).toHaveProperty('total');
  });

  test('with a status that the document does not have says so in a header', async () => {
    const mock = await openMock({ spec: LIBRARY });
    mock.use('getAuthor', { status: 418 });
    const response = await mock.send('GET', '/authors/1');
    expect(response.status).toBe(418);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('x-mock-note')).toBe('status 418 is not in the document');
  });

  test('can end the connection', async () => {
    const mock = await openMock({ spec: LIBRARY });
    mock.once('getAuthor', { abort: true });
    await expect(mock.send('GET', '/authors/1')).rejects.toThrow('fetch failed');
    expect((await mock.send('GET', '/authors/1')).status).toBe(200);
  });

  test('of a handler sees the parameters and the body, and may leave a request to the mock', async () => {
    const mock = await openMock({ spec: LIBRARY });
    mock.use('replaceAuthor', ({ parameters, body }) =>
      parameters['authorId'] === 1
        ? { status: 409, body: { code: 1, message: `not ${String((body as JsonObject)['name'])}` } }
        : undefined,
    );
    expect(await mock.send('PUT', '/authors/1', { name: 'Ann' })).toMatchObject({
      status: 409,
      body: { message: 'not Ann' },
    });
    expect(await mock.send('PUT', '/authors/2', { name: 'Ann' })).toMatchObject({ status: 200, body: { name: 'Ann' } });
  });

  test('for an operation that the document does not have is rejected with the nearest', async () => {
    const mock = await openMock({ spec: LIBRARY });
    expect(() => mock.use('getAuthr', { status: 404 })).toThrow(
      'the document has no operation getAuthr. Did you mean getAuthor?',
    );
    const response = await mock.send('POST', '/__mock/overrides', { operation: 'getAuthor', stauts: 404 });
    expect(response).toMatchObject({ status: 400, body: { detail: 'unknown property stauts. Did you mean status?' } });
  });
});

describe('the history of requests', () => {
  test('has why each was rejected, and continues after an id', async () => {
    const mock = await openMock({ spec: LIBRARY });
    await mock.send('GET', '/authors/1');
    await mock.send('POST', '/authors', { name: '' });
    const { body } = await mock.send('GET', '/__mock/requests?after=1');
    const { requests, last } = body as { requests: JsonObject[]; last: JsonValue };
    expect(last).toBe(2);
    expect(requests).toMatchObject([{ id: 2, operation: 'createAuthor', status: 422, body: '{"name":""}' }]);
    expect(requests[0]?.['problems']).toEqual(['body property name must have at least 1 character, got ""']);
    await mock.send('DELETE', '/__mock/requests');
    expect(mock.requests).toEqual([]);
  });
});

describe('the state', () => {
  test('is read, replaced and reset by type', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const before = await mock.send('GET', '/__mock/state');
    await mock.send('PUT', '/__mock/state', {
      author: [{ id: 3, name: 'Ann' }],
      book: [{ authorId: 3, title: 'Emma' }],
    });
    expect((await mock.send('GET', '/authors')).body).toMatchObject({ total: 1, items: [{ id: 3, name: 'Ann' }] });
    expect((await mock.send('GET', '/authors/3/books')).body).toMatchObject({
      total: 1,
      items: [{ title: 'Emma', authorId: 3 }],
    });
    await mock.send('DELETE', '/__mock/state');
    expect((await mock.send('GET', '/__mock/state')).body).toEqual(before.body);
  });

  test('takes a record with an id of its own', async () => {
    const mock = await openMock({ spec: LIBRARY });
    expect((await mock.send('POST', '/__mock/state/author', { id: 50, name: 'Ann' })).body).toMatchObject({ id: 50 });
    expect((await mock.send('GET', '/authors/50')).body).toMatchObject({ name: 'Ann' });
    expect(await mock.state.list('author')).toContainEqual(expect.objectContaining({ id: 50 }));
  });

  test('names the types for one that it does not have', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const { status, body } = await mock.send('GET', '/__mock/state/auther');
    expect(status).toBe(400);
    expect((body as JsonObject)['detail']).toBe('the mock keeps no records of type auther. Did you mean author?');
  });
});

describe('settings', () => {
  test('change delays and failures until a reset', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const changed = await mock.send('PATCH', '/__mock/settings', { fail: 1, delay: { min: 1, max: 2 } });
    expect(changed.body).toEqual({ delay: { min: 1, max: 2 }, fail: 1 });
    expect((await mock.send('GET', '/authors')).status).toBe(500);
    await mock.send('POST', '/__mock/reset');
    expect((await mock.send('GET', '/__mock/settings')).body).toEqual({ delay: null, fail: 0 });
    expect((await mock.send('GET', '/authors')).status).toBe(200);
  });
});

describe('the control interface', () => {
  test('describes the document', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const { body } = await mock.send('GET', '/__mock/info');
    expect(body).toMatchObject({ prefix: '/__mock', info: { title: 'Library' } });
    const { operations, resources } = body as { operations: JsonObject[]; resources: JsonObject[] };
    expect(operations[0]).toMatchObject({ id: 'listAuthors', role: 'list', resource: 'author' });
    expect(resources.map(({ name }) => name)).toEqual(['author', 'book']);
  });

  test('has another prefix if the document has a path of that name', () => {
    const contract = loadContract(LIBRARY);
    const [first] = contract.operations;
    expect(first).toBeDefined();
    const operations = [...contract.operations, { ...first, path: '/__mock/state' }] as typeof contract.operations;
    expect(controlPrefix(contract)).toBe('/__mock');
    expect(controlPrefix({ ...contract, operations } as typeof contract)).toBe('/__mock-2');
  });

  test('rejects pages of other machines, and names what it has for anything else', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const headers = { origin: 'https://evil.example' };
    expect((await send(mock.port, { target: '/__mock/reset', method: 'POST', headers })).status).toBe(403);
    const local = { origin: 'http://localhost:3000' };
    expect((await send(mock.port, { target: '/__mock/info', method: 'GET', headers: local })).status).toBe(200);
    expect((await mock.send('PUT', '/__mock/requests')).status).toBe(405);
    expect((await mock.send('GET', '/__mock/nothing')).status).toBe(404);
  });

  test('is off on demand', async () => {
    const mock = await openMock({ spec: LIBRARY, control: false });
    expect(mock.controlUrl).toBeUndefined();
    expect((await mock.send('GET', '/__mock/info')).status).toBe(404);
  });
});

describe('the document', () => {
  test('is served as JSON and YAML', async () => {
    const mock = await openMock({ spec: LIBRARY });
    expect((await mock.send('GET', '/openapi.json')).body).toMatchObject({ openapi: '3.0.3' });
    const yaml = await (await fetch(`${mock.url}/openapi.yaml`)).text();
    expect(yaml).toMatch(/^openapi: 3\.0\.3\n/);
  });
});

describe('requests that the document forbids', () => {
  test('need no credentials without authentication', async () => {
    const mock = await openMock({ spec: 'test/mock/documents/library.yaml', auth: false });
    expect((await mock.send('POST', '/books', { title: 'Emma' })).status).toBe(201);
  });

  test('are reported only, on demand', async () => {
    const mock = await openMock({ spec: LIBRARY, validate: 'warn' });
    const response = await mock.send('POST', '/authors', { name: '', country: 'DE' });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-mock-note')).toMatch(/the request is invalid: body property name/);
    expect(response.body).toMatchObject({ country: 'DE' });
    expect(mock.requests[0]?.problems).toHaveLength(1);
  });
});

describe('handlers', () => {
  test('are in effect from the start, and again after a reset', async () => {
    const mock = await openMock({ spec: LIBRARY, handlers: { getAuthor: () => ({ status: 404 }) } });
    expect((await mock.send('GET', '/authors/1')).status).toBe(404);
    mock.use('getAuthor', { status: 200 });
    expect((await mock.send('GET', '/authors/1')).status).toBe(200);
    mock.reset();
    expect((await mock.send('GET', '/authors/1')).status).toBe(404);
  });

  test('that fail give a 500 that says why', async () => {
    const mock = await openMock({ spec: LIBRARY });
    mock.once('getAuthor', () => {
      throw new Error('no such luck');
    });
    const response = await fetch(`${mock.url}/authors/1`);
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('the handler of getAuthor failed: no such luck\n');
  });

  test('with an unknown property are rejected with the nearest', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const response = { statsu: 404 } as OverrideResponse;
    expect(() => mock.use('getAuthor', response)).toThrow('unknown property statsu. Did you mean status?');
  });
});

describe('the options of startMock', () => {
  test('are checked, with the nearest name', async () => {
    await expect(startMock({ spek: LIBRARY } as MockOptions)).rejects.toThrow(
      'Unknown option spek of startMock. Did you mean spec?',
    );
    const mode = 'statik' as 'static';
    await expect(startMock({ spec: LIBRARY, mode })).rejects.toThrow(
      'takes live, static, dynamic, not statik. Did you mean static?',
    );
  });

  test('take a parsed document', async () => {
    const responses = { 200: { description: 'ok', content: { 'application/json': { example: { hello: 'world' } } } } };
    const spec = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/hello': { get: { responses } } } };
    const mock = await openMock({ spec });
    expect((await mock.send('GET', '/hello')).body).toEqual({ hello: 'world' });
  });
});

describe('a mock that closes', () => {
  test('ends connections without a request at once', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const socket = connect(mock.port, '127.0.0.1');
    await once(socket, 'connect');
    const ended = once(socket, 'close');
    const startedAt = performance.now();
    await mock.close();
    await ended;
    expect(performance.now() - startedAt).toBeLessThan(900);
  });
});
