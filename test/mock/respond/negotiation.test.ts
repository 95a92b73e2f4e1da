import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { closeMocks, openMock } from '../world/client.ts';

afterEach(closeMocks);

const RECORD = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const FILE = { type: 'string', format: 'binary' };

/** A mock of GET /0, /1 and so on, each with these media types. */
function openTypes(schema: object, ...operations: string[][]) {
  const paths = operations.map((types, index) => {
    const content = Object.fromEntries(types.map((type) => [type, { schema }]));
    return [`/${index}`, { get: { responses: { 200: { description: 'ok', content } } } }];
  });
  return openMock({ spec: { openapi: '3.1.0', info: { title: 't', version: '1' }, paths: Object.fromEntries(paths) } });
}

const XML_FIRST = ['application/xml', 'application/json', 'text/csv'];
const VERSIONS = ['application/vnd.x+json; v=1', 'application/vnd.x+json; v=2'];
const WITH_CHARSET = ['application/json; charset=utf-8', 'application/xml'];

test.each([
  ['application/json, application/xml', XML_FIRST, 'application/xml'],
  ['application/json;q=0.5, application/xml;q=0.4', XML_FIRST, 'application/json'],
  ['application/json, text/plain, */*', XML_FIRST, 'application/json'],
  ['text/html, application/*;q=0.9, */*;q=0.8', XML_FIRST, 'application/xml'],
  ['application/*, application/xml;q=0', XML_FIRST, 'application/json'],
  ['audio/*, application/json;q=0.1', ['audio/*'], 'audio/mpeg'],
  ['APPLICATION/JSON;q=1;ext="a,b", application/xml;q=0.2', XML_FIRST, 'application/json'],
  ['audio/ogg', ['audio/*'], 'audio/mpeg'],
  ['application/json', ['*/*'], 'application/json'],
  ['text/html, application/*;q=0.9', ['*/*'], 'application/json'],
  ['application/json', ['application/*'], 'application/json'],
  ['application/json', ['text/plain', '*/*'], 'application/json'],
  ['application/vnd.x+json', VERSIONS, 'application/vnd.x+json; v=1'],
  ['application/vnd.x+json;v=2', VERSIONS, 'application/vnd.x+json; v=2'],
  ['application/json', WITH_CHARSET, 'application/json; charset=utf-8'],
  ['application/json;charset=UTF-8', WITH_CHARSET, 'application/json; charset=utf-8'],
])('Accept: %s goes by quality, then by name, then by the order of the document', async (accept, types, expected) => {
  const mock = await openTypes(RECORD, types);
  const response = await fetch(`${mock.url}/0`, { headers: { accept } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, expected]);
});

test.each([
  ['text/html', XML_FIRST],
  ['application/json;q=0', XML_FIRST],
  ['application/json', VERSIONS],
])('Accept: %s is 406 where nothing fits, with what would', async (accept, types) => {
  const mock = await openTypes(RECORD, types);
  const response = await fetch(`${mock.url}/0`, { headers: { accept } });
  expect(response.status).toBe(406);
  expect(await response.text()).toContain(`header accept must allow ${types.join(', ')}`);
});

test.each(['live', 'static'] as const)(
  'an error of one media type is sent to who accepts another: %s',
  async (mode) => {
    const content = { 'application/json': { schema: { type: 'object', properties: { message: { type: 'string' } } } } };
    const responses = { 202: { description: 'no body' }, 400: { description: 'bad', content } };
    const parameters = [{ name: 'size', in: 'query', required: true, schema: { type: 'integer' } }];
    const paths = { '/things': { get: { parameters, responses } } };
    const mock = await openMock({ spec: { openapi: '3.1.0', info: { title: 't', version: '1' }, paths }, mode });
    const response = await fetch(`${mock.url}/things`, { headers: { accept: 'application/xml' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json']);
    expect(await response.json()).toEqual({ message: expect.stringContaining('size') });
  },
);

describe('a body of a binary media type', () => {
  test.each([
    ['image/png', '89504e47'],
    ['image/jpeg', 'ffd8ff'],
    ['image/gif', '474946383961'],
    ['image/webp', '52494646'],
    ['image/bmp', '424d'],
    ['image/tiff', '49492a00'],
    ['image/x-icon', '00000100'],
    ['application/pdf', '255044462d'],
    ['application/zip', '504b0506'],
    ['application/gzip', '1f8b08'],
    ['application/wasm', '0061736d01000000'],
    ['audio/wav', '52494646'],
  ])('is a real file of %s', async (type, start) => {
    const mock = await openTypes(FILE, [type]);
    const response = await fetch(`${mock.url}/0`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString('hex', 0, start.length / 2)).toBe(start);
    expect(response.headers.get('content-type')).toBe(type);
    if (type === 'application/gzip') expect(gunzipSync(bytes)).toHaveLength(0);
  });

  test('is inside a string what its schema declares', async () => {
    const encoded = (contentMediaType: string) => ({ type: 'string', contentEncoding: 'base64', contentMediaType });
    const properties = {
      picture: encoded('image/png'),
      data: encoded('application/json'),
      raw: { type: 'string', contentEncoding: 'base64url' },
      json: { type: 'string', contentMediaType: 'application/json' },
    };
    const schema = { type: 'object', required: Object.keys(properties), properties };
    const mock = await openTypes(schema, ['application/json']);
    const body = (await (await fetch(`${mock.url}/0`)).json()) as Record<keyof typeof properties, string>;
    expect(Buffer.from(body.picture, 'base64').toString('latin1', 1, 4)).toBe('PNG');
    expect(JSON.parse(Buffer.from(body.data, 'base64').toString())).toEqual({});
    expect(body.raw).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(JSON.parse(body.json)).toEqual({});
  });
});

describe('credentials', () => {
  const open = () =>
    openMock({
      spec: {
        openapi: '3.1.0',
        info: { title: 't', version: '1' },
        paths: {
          '/basic': { get: { security: [{ basic: [] }], responses: { 200: { description: 'ok' } } } },
          '/bearer': { get: { security: [{ bearer: [] }], responses: { 200: { description: 'ok' } } } },
        },
        components: {
          securitySchemes: { basic: { type: 'http', scheme: 'basic' }, bearer: { type: 'http', scheme: 'bearer' } },
        },
      },
    });

  test.each([
    ['/basic', 'Basic dXNlcjpwYXNz', 200],
    ['/basic', 'basic  dXNlcjo', 200],
    ['/basic', 'Basic dXNlcg==', 401],
    ['/basic', 'Basic user:pass', 401],
    ['/basic', 'Basic', 401],
    ['/bearer', 'Bearer eyJh.eyJz.c2ln', 200],
    ['/bearer', 'bearer 1|abc', 200],
    ['/bearer', 'Bearer a b', 401],
    ['/bearer', 'Bearer "a"', 401],
    ['/bearer', 'Bearer', 401],
    ['/bearer', 'Bearerx abc', 401],
  ])('of %s are well-formed: %s gets %i', async (path, authorization, status) => {
    const mock = await open();
    const response = await fetch(mock.url + path, { headers: { authorization } });
    expect(response.status).toBe(status);
    const challenge = { '/basic': 'Basic realm="mock"', '/bearer': 'Bearer' }[path];
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? challenge : null);
    if (status === 401 && path === '/basic')
      expect(mock.requests.at(-1)?.problems[0]).toContain('Basic base64 of user:password');
  });
});
