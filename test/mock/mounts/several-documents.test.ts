import { afterEach, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { startMock } from '../../../harness/mock/mock.ts';
import type { MockSpecs } from '../../../harness/mock/mounts/document-options.ts';
import { serve } from '../../servers.ts';
import { closeMocks, openMock } from '../world/client.ts';

afterEach(closeMocks);

const ITEM = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string', example: 'first' } },
};
const json = (schema: JsonValue) => ({ content: { 'application/json': { schema } } });

/** A document with a collection of its own name. */
function api(name: string, more: JsonObject = {}): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: name, version: '1' },
    paths: {
      [`/${name}`]: {
        get: {
          operationId: `list_${name}`,
          responses: { 200: { description: 'all', ...json({ type: 'array', items: ITEM }) } },
        },
        post: {
          operationId: 'create',
          requestBody: { required: true, ...json({ ...ITEM, required: ['name'] }) },
          responses: {
            201: { description: 'made', headers: { Location: { schema: { type: 'string' } } }, ...json(ITEM) },
            400: { description: 'bad', ...json({ type: 'object', properties: { message: { type: 'string' } } }) },
          },
        },
      },
      [`/${name}/{id}`]: {
        get: {
          operationId: 'read',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: { 200: { description: 'one', ...json(ITEM) }, 404: { description: 'none' } },
        },
      },
    },
    ...more,
  };
}

const servers = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });
const error = (specs: MockSpecs) =>
  startMock({ specs }).then(
    async (mock) => {
      await mock.close();
      return 'no error';
    },
    ({ message }: Error) => message,
  );

describe('several documents in one mock', () => {
  test('are served below their paths, each with its own records', async () => {
    const mock = await openMock({ specs: { '/a': api('pets'), '/b': api('pets') } });
    const created = await mock.send('POST', '/a/pets', { name: 'Rex' });
    expect(created.status).toBe(201);
    const { id } = created.body as JsonObject;
    expect(created.headers.get('location')).toMatch(new RegExp(`/a/pets/${id}$`));
    expect((await mock.send('GET', `/a/pets/${id}`)).body).toMatchObject({ name: 'Rex' });
    const others = (await mock.send('GET', '/b/pets')).body as JsonObject[];
    expect(others.map(({ name }) => name)).not.toContain('Rex');
    expect(mock.documents.map(({ path, url }) => [path, url.slice(mock.url.length)])).toEqual([
      ['/a', '/a'],
      ['/b', '/b'],
    ]);
  });

  test('are served at the base paths of their servers, variables with each of their values', async () => {
    const versions = {
      servers: [
        {
          url: 'https://{host}/v{n}',
          variables: { host: { default: 'x.example' }, n: { default: '1', enum: ['1', '2'] } },
        },
      ],
    };
    const mock = await openMock({
      specs: [{ spec: api('pets', versions) }, { spec: api('toys', servers('/shop/v2/')) }],
    });
    for (const path of ['/v1/pets', '/v2/pets', '/shop/v2/toys'])
      expect((await mock.send('GET', path)).status).toBe(200);
    expect((await mock.send('GET', '/pets')).status).toBe(404);
  });

  test('go by the longest path; what is below none is 404 with the paths there are', async () => {
    const mock = await openMock({ specs: { '/a': api('pets'), '/a/pets': api('toys') } });
    expect((await mock.send('GET', '/a/pets/toys')).status).toBe(200);
    expect((await mock.send('GET', '/a/pets')).status).toBe(404);
    const { status, body } = await mock.send('GET', '/abc');
    expect(status).toBe(404);
    expect((body as JsonObject)['detail']).toMatch(/no document is served at \/abc; there is \/a \(.*\/a\/pets \(/);
    expect(mock.requests.at(-1)?.problems[0]).toContain('no document is served at /abc');
    expect((await mock.send('GET', '/%61/pets/toys')).status).toBe(200);
  });

  test('may be at the root beside others', async () => {
    const mock = await openMock({ specs: { '/': api('pets'), '/b': api('toys') } });
    expect((await mock.send('GET', '/pets')).status).toBe(200);
    expect((await mock.send('GET', '/b/toys')).status).toBe(200);
    expect((await mock.send('GET', '/toys')).status).toBe(404);
  });

  test('a single document can be below a path', async () => {
    const mock = await openMock({ specs: { '/api': api('pets') } });
    expect((await mock.send('GET', '/api/pets')).status).toBe(200);
    expect((await mock.send('GET', '/pets')).status).toBe(404);
  });

  test('are served as files below their paths', async () => {
    const mock = await openMock({ specs: { '/a': api('pets'), '/b': api('toys') } });
    expect((await mock.send('GET', '/a/openapi.json')).body).toMatchObject({ info: { title: 'pets' } });
    expect((await mock.send('GET', '/b/openapi.json')).body).toMatchObject({ info: { title: 'toys' } });
    expect((await mock.send('GET', '/openapi.json')).status).toBe(404);
  });

  test('below the same path, or a path that is none, are an error with the remedy', async () => {
    expect(await error([api('pets'), api('toys')].map((spec) => ({ spec })))).toMatch(
      /<document> and <document> are both served at the root. Give each a path of its own/,
    );
    expect(await error([{ spec: api('pets'), path: '/a' }, { spec: api('toys', servers('/a')) }])).toMatch(
      /both served at \/a\b/,
    );
    expect(await error({ shop: api('pets') })).toBe(
      'a document is served below a path like /shop or /api/v1, not shop',
    );
    expect(await error({ '/a': { spec: api('pets'), sead: 1 } as object })).toContain('Unknown option sead');
    await expect(startMock({ specs: { '/a': api('pets') }, spec: 'a.yaml' })).rejects.toThrow(
      'spec is of one document',
    );
  });
});

describe('steering several documents', () => {
  const open = () => openMock({ specs: { '/a': api('pets'), '/b': api('toys'), '/c': api('toys') } });

  test('overrides are by operationId; one of several documents is named by its path', async () => {
    const mock = await open();
    mock.once('list_pets', { status: 503 });
    expect((await mock.send('GET', '/a/pets')).status).toBe(503);
    expect(() => mock.use('create', { status: 400 })).toThrow(
      'several documents have an operation create: write POST /a/pets or POST /b/toys or POST /c/toys',
    );
    mock.use('POST /b/toys', { status: 400 });
    expect((await mock.send('POST', '/b/toys', { name: 'Rex' })).status).toBe(400);
    expect((await mock.send('POST', '/c/toys', { name: 'Rex' })).status).toBe(201);
    mock.documents[2]?.use('create', { status: 409 });
    expect((await mock.send('POST', '/c/toys', { name: 'Rex' })).status).toBe(409);
    mock.reset();
    expect((await mock.send('POST', '/c/toys', { name: 'Rex' })).status).toBe(201);
  });

  test('the control interface covers all, or with ?document= one', async () => {
    const mock = await open();
    const info = (await mock.send('GET', '/__mock/info')).body as { documents: JsonObject[]; operations: JsonObject[] };
    expect(info.documents.map(({ path }) => path)).toEqual(['/a', '/b', '/c']);
    expect(info.operations.map(({ path }) => path)).toContain('/b/toys/{id}');
    const ambiguous = await mock.send('POST', '/__mock/overrides', { operation: 'create', status: 400 });
    expect(ambiguous.status).toBe(400);
    expect(ambiguous.body).toMatchObject({ detail: expect.stringContaining('POST /c/toys') });
    const one = await mock.send('POST', '/__mock/overrides?document=/b', { operation: 'create', status: 400 });
    expect(one.status).toBe(200);
    expect((await mock.send('GET', '/__mock/overrides')).body).toMatchObject([{ operation: 'create', document: '/b' }]);
    expect((await mock.send('POST', '/b/toys', { name: 'Rex' })).status).toBe(400);
    await mock.send('GET', '/a/pets');
    const history = (await mock.send('GET', '/__mock/requests?document=/a')).body as { requests: JsonObject[] };
    expect(history.requests.map(({ path }) => path)).toEqual(['/a/pets']);
    const unknown = await mock.send('GET', '/__mock/info?document=/d');
    expect(unknown).toMatchObject({ status: 404, body: { detail: expect.stringContaining('/a, /b, /c') } });
  });

  test('records are by document, then by type; a type of one document needs no name of it', async () => {
    const mock = await open();
    const all = (await mock.send('GET', '/__mock/state')).body as Record<string, JsonObject>;
    expect(Object.keys(all)).toEqual(['/a', '/b', '/c']);
    const [pet] = Object.keys(all['/a'] ?? {});
    const [toy] = Object.keys(all['/b'] ?? {});
    expect(await mock.state.list(pet ?? '')).not.toEqual([]);
    await expect(mock.state.list(toy ?? '')).rejects.toThrow(/\/b and \/c have records of type/);
    await mock.state.replace({ '/b': { [toy ?? '']: [{ id: 7, name: 'Ball' }] } });
    expect((await mock.send('GET', '/b/toys')).body).toEqual([{ id: 7, name: 'Ball' }]);
    expect((await mock.send('GET', `/__mock/state/${toy}?document=/b`)).body).toEqual([{ id: 7, name: 'Ball' }]);
    expect((await mock.send('GET', '/c/toys')).body).not.toEqual([{ id: 7, name: 'Ball' }]);
  });
});

describe('backends of several documents', () => {
  const backend = () =>
    serve((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', location: '/pets/9' });
      response.end(JSON.stringify([{ id: 9, name: request.url }]));
    });

  test('one of a document knows nothing of its path', async () => {
    const url = await backend();
    const mock = await openMock({ specs: { '/a': { spec: api('pets'), proxy: url }, '/b': api('toys') } });
    const { body, headers } = await mock.send('GET', '/a/pets?x=1');
    expect(body).toEqual([{ id: 9, name: '/pets?x=1' }]);
    expect(headers.get('location')).toBe('/a/pets/9');
    expect((await mock.send('GET', '/b/toys')).body).not.toMatchObject([{ id: 9 }]);
    expect(mock.requests.map(({ path, source }) => [path, source])).toEqual([
      ['/a/pets?x=1', 'backend'],
      ['/b/toys', 'mock'],
    ]);
  });

  test('one behind all has their paths, and selectors of some', async () => {
    const proxy = { url: await backend(), only: ['list_pets'] };
    const mock = await openMock({ specs: { '/a': api('pets'), '/b': api('toys') }, proxy });
    expect((await mock.send('GET', '/a/pets')).body).toEqual([{ id: 9, name: '/a/pets' }]);
    expect((await mock.send('GET', '/b/toys')).body).not.toMatchObject([{ id: 9 }]);
    const unknown = startMock({ specs: { '/a': api('pets') }, proxy: { ...proxy, only: ['list_cats'] } });
    await expect(unknown).rejects.toThrow(/list_cats.*matches no operation/s);
  });

  test('of all documents by their paths know nothing of them; selectors are of those that have one', async () => {
    const [pets, toys] = [await backend(), await backend()];
    const specs = { '/a': api('pets'), '/b': { spec: api('toys'), proxy: 'http://127.0.0.1:1' }, '/c': api('toys') };
    const mock = await openMock({ specs, proxy: { '/a': pets, '/b': { url: toys, only: ['GET'] } } });
    expect((await mock.send('GET', '/a/pets')).body).toEqual([{ id: 9, name: '/pets' }]);
    expect((await mock.send('GET', '/b/toys')).body).toEqual([{ id: 9, name: '/toys' }]);
    await mock.send('GET', '/c/toys');
    await mock.send('POST', '/b/toys', { name: 'Ball' });
    expect(mock.requests.map(({ source }) => source)).toEqual(['backend', 'backend', 'mock', 'mock']);
    const only = ['list_pets'];
    const partly = await openMock({ specs, proxy: { '/a': { url: pets, only }, '/b': { url: toys, only } } });
    await partly.send('GET', '/a/pets');
    await partly.send('GET', '/b/toys');
    expect(partly.requests.map(({ source }) => source)).toEqual(['backend', 'mock']);
    await expect(startMock({ specs, proxy: { '/aa': pets } })).rejects.toThrow(
      '--proxy: no document is at /aa. Did you mean /a?',
    );
  });
});

test('callbacks of a document go out, whatever its path', async () => {
  const received: string[] = [];
  const url = await serve((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.writeHead(204).end();
  });
  const withCallback = api('pets');
  const paths = withCallback['paths'] as Record<string, Record<string, JsonObject>>;
  const post = paths['/pets']?.['post'] as JsonObject;
  post['callbacks'] = {
    made: { [`${url}/hook?from={$url}`]: { post: { responses: { 204: { description: 'ok' } } } } },
  };
  const mock = await openMock({ specs: { '/a': withCallback, '/b': api('toys') } });
  await mock.send('POST', '/a/pets', { name: 'Rex' });
  await mock.callbacksSent();
  expect(received).toEqual([`POST /hook?from=${mock.url}/a/pets`]);
  expect(mock.callbacks).toHaveLength(1);
});
