import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import type { OverrideResponse } from '../../../harness/mock/control/overrides.ts';
import { controlPrefix } from '../../../harness/mock/control/prefix.ts';
import { type MockOptions, startMock } from '../../../harness/mock/mock.ts';
import { loadContract } from '../../../harness/openapi/load.ts';
import { send } from '../raw-http.ts';
import { closeMocks, openMock } from '../world/client.ts';

const LIBRARY = 'fixtures/crud/documents/library.yaml';

afterEach(closeMocks);

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
    const prefixOf = (served: typeof contract) => controlPrefix([{ contract: served, basePaths: [''] }]);
    expect(prefixOf(contract)).toBe('/__mock');
    expect(prefixOf({ ...contract, operations } as typeof contract)).toBe('/__mock-2');
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

  test.each([
    [{ status: 99 }, 'status must be an integer from 200 to 599'],
    [{ status: '404' }, 'status must be an integer from 200 to 599'],
    [{ delayMs: -1 }, 'delayMs must be an integer from 0 to 600000'],
    [{ abort: 'yes' }, 'abort must be true or false'],
    [{ example: 'nobody' }, 'getAuthor has no example nobody. Known: '],
  ])('with a value that no response has are rejected: %o', async (response, message) => {
    const mock = await openMock({ spec: LIBRARY });
    expect(() => mock.use('getAuthor', response as OverrideResponse)).toThrow(message);
    if ('example' in response) return;
    mock.once('getAuthor', () => response as OverrideResponse);
    expect(await (await fetch(`${mock.url}/authors/1`)).text()).toContain(message);
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
    // The time that open requests get does not pass.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await mock.close();
    await ended;
  });
});
