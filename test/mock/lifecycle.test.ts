import { afterEach, describe, expect, test } from 'vitest';
import { type Mock, type MockOptions, startMock, startMockKeeping } from '../../harness/mock/mock.ts';
import { type RequestParts, send } from './raw-http.ts';

const LIBRARY = 'test/mock/documents/library.yaml';
const SPEC = 'spec/openapi.yaml';
const open: Mock[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((mock) => mock.close()));
});

async function start(options: MockOptions): Promise<Mock> {
  const mock = await startMock(options);
  open.push(mock);
  return mock;
}

const create = (body = '{"id":1,"name":"Mia"}', headers: Readonly<Record<string, string>> = {}): RequestParts => ({
  target: '/turtles',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

describe('an accepted create', () => {
  test('responds with the posted record', async () => {
    const mock = await start({ spec: SPEC });
    const record = '{ "id": 12345678901234567, "name": "\\u00e9\\ud83d\\udc08", "more": [1.50, 1e400] }';
    const response = await send(mock.port, create(record));
    expect(response.body.toString()).toBe(record);
  });

  test('responds with readOnly properties of the example and without writeOnly ones', async () => {
    const mock = await start({ spec: LIBRARY });
    const body = '{"title":"Emma","pin":"1234"}';
    const headers = { 'content-type': 'application/json', 'x-api-key': 'k' };
    const response = await send(mock.port, { target: '/books', headers, body });
    expect(response.status).toBe(201);
    expect(response.body.toString()).toBe('{"id":9007199254740994,"title":"Emma"}');
    expect(response.headers['deprecation']).toBe('true');
  });

  test('responds with the example in static mode, and if the request prefers an example', async () => {
    const staticMock = await start({ spec: SPEC, mode: 'static' });
    expect((await send(staticMock.port, create())).body.toString()).toBe('{"id":4711,"name":"Mia","tag":"rescued"}');
    const live = await start({ spec: SPEC });
    const preferred = await send(live.port, create(undefined, { prefer: 'example=untagged' }));
    expect(preferred.body.toString()).toBe('{"id":4712,"name":"Bruno"}');
  });

  test('responds with the preferred status', async () => {
    const mock = await start({ spec: SPEC });
    const response = await send(mock.port, create(undefined, { prefer: 'code=201' }));
    expect([response.status, response.body.toString()]).toEqual([201, '{"id":1,"name":"Mia"}']);
  });
});

describe('generated responses', () => {
  test('are the same for the same seed, and differ for another', async () => {
    const bodies = await Promise.all(
      ['a', 'a', 'b'].map(async (seed) => {
        const mock = await start({ spec: SPEC, mode: 'dynamic', seed });
        return (await send(mock.port, create())).body.toString();
      }),
    );
    expect(bodies[0]).toBe(bodies[1]);
    expect(bodies[2]).not.toBe(bodies[0]);
  });

  test('differ each time without a seed, also if preferred by the request', async () => {
    const mock = await start({ spec: SPEC });
    const dynamic = create(undefined, { prefer: 'dynamic=true' });
    const bodies = [await send(mock.port, dynamic), await send(mock.port, dynamic)].map(({ body }) => body.toString());
    expect(bodies[0]).not.toBe(bodies[1]);
    const seeded = create(undefined, { prefer: 'dynamic=true; x, seed=7' });
    const again = [await send(mock.port, seeded), await send(mock.port, seeded)].map(({ body }) => body.toString());
    expect(again[0]).toBe(again[1]);
  });
});

describe('fault injection', () => {
  const statuses = async (mock: Mock, count: number) => {
    const all: number[] = [];
    for (let index = 0; index < count; index++) all.push((await send(mock.port, create())).status);
    return all;
  };

  test('fails a fraction of valid requests with documented errors, the same ones for the same seed', async () => {
    const one = await statuses(await start({ spec: SPEC, fail: 0.5, seed: 's' }), 40);
    const two = await statuses(await start({ spec: SPEC, fail: 0.5, seed: 's' }), 40);
    expect(one).toEqual(two);
    expect(new Set(one)).toEqual(new Set([200, 429, 500, 503]));
  });

  test('fails every valid request at 1, with the status in the error', async () => {
    const mock = await start({ spec: SPEC, fail: 1, seed: 's' });
    const response = await send(mock.port, create());
    expect(response.body.toString()).toContain(`"code":${response.status}`);
    expect(response.status).toBeGreaterThanOrEqual(429);
  });

  test('delays responses by a time within the range', async () => {
    const mock = await start({ spec: SPEC, delay: { min: 30, max: 60 } });
    await send(mock.port, create());
    expect(mock.requests[0]?.durationMs).toBeGreaterThanOrEqual(29);
  });

  test('waits as long as the request prefers', async () => {
    const mock = await start({ spec: SPEC });
    await send(mock.port, create(undefined, { prefer: 'wait=0.05' }));
    expect(mock.requests[0]?.durationMs).toBeGreaterThanOrEqual(49);
  });
});

describe('routing', () => {
  const library = async (target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => {
    const mock = open[0] ?? (await start({ spec: LIBRARY }));
    return await send(mock.port, { method, target, headers: { 'x-api-key': 'k', ...headers } });
  };

  test('serves operations at the root and below the path of each server', async () => {
    expect((await library('/books/mine')).body.toString()).toBe('{"mine":true}');
    expect((await library('/v1/library/books/mine')).status).toBe(200);
    expect((await library('/v2/library/books/mine')).status).toBe(404);
  });

  test('validates path parameters with exact numbers', async () => {
    expect((await library('/books/9223372036854775807')).status).toBe(200);
    const over = await library('/books/9223372036854775808');
    expect(over.status).toBe(400);
    expect(over.headers['content-type']).toBe('application/problem+json');
    expect(over.body.toString()).toContain('path parameter bookId must be in the range of int64');
  });

  test('responds to HEAD as to GET, with Content-Length but without the body', async () => {
    const response = await library('/books/mine', {}, 'HEAD');
    expect([response.status, response.headers['content-length'], response.body.length]).toEqual([200, '13', 0]);
  });

  test('responds to OPTIONS with the methods of the path', async () => {
    const response = await library('/books', {}, 'OPTIONS');
    expect([response.status, response.headers['allow']]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
  });

  test('requires the documented credentials', async () => {
    const response = await library('/books/7', { 'x-api-key': '', authorization: 'Basic eA==' });
    expect(response.status).toBe(200);
    const mock = open[0] as Mock;
    const without = await send(mock.port, {
      method: 'DELETE',
      target: '/books/7',
      headers: { authorization: 'Basic eA==' },
    });
    expect(without.status).toBe(401);
    expect(without.headers['www-authenticate']).toBe('Bearer, ApiKey in="header", name="X-Api-Key"');
    expect(without.body.toString()).toContain('credentials are required: header authorization: Bearer ...');
  });
});

test('a mock of which nobody asks for requests keeps none', async () => {
  const mock = await startMockKeeping({ spec: SPEC }, 0);
  open.push(mock);
  await send(mock.port, create());
  await send(mock.port, create());
  expect(mock.requests).toEqual([]);
});
