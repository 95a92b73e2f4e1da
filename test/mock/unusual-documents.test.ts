import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Mock, startMock } from '../../harness/mock/mock.ts';
import { contractFiles } from '../../harness/mock/server/file-watcher.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { contractOf } from '../generate/documents.ts';
import { type RequestParts, send } from './raw-http.ts';

let mock: Mock;
let media: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: 'test/mock/documents/unusual.yaml' });
  media = await startMock({ spec: 'test/mock/documents/media.yaml' });
});
afterAll(() => Promise.all([mock.close(), media.close()]));

const post = (target: string, body: string, type = 'application/json'): RequestParts => ({
  target,
  body,
  headers: { 'content-type': type },
});
const get = (target: string): RequestParts => ({ method: 'GET', target });

test('values of a recursive schema are validated, echoed and generated', async () => {
  const tree = '{"name":"a","children":[{"name":"b"}]}';
  expect((await send(mock.port, post('/trees', tree))).body.toString()).toBe(tree);
  const dynamic = { ...post('/trees', tree), headers: { 'content-type': 'application/json', prefer: 'dynamic=true' } };
  expect((await send(mock.port, dynamic)).body.toString()).toContain('"name"');
});

test('a message is truncated to the maxLength of its schema', async () => {
  const { body } = await send(mock.port, post('/trees', '{"children":[{"name":7}]}'));
  expect(body.toString()).toContain('"reason":"body property name is required; body pr…"');
});

test('a schema without a valid value gets a response and a warning', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const { status } = await send(mock.port, get('/endless'));
  expect(status).toBe(200);
  expect(warn.mock.calls[0]?.[0]).toContain('endless: no generated value is valid for its 200 response');
  warn.mockRestore();
});

test.each([
  ['several parameters in one segment', '/files/abc.png', 200, 'image/png'],
  ['a segment that its parameters do not fit', '/files/abc.exe', 422, 'application/problem+json'],
  ['a segment without its literal text', '/files/abc', 404, 'application/json'],
  ['parameters of unusual names', '/points/a/b', 204, undefined],
  ['a server at the root and one below a path', '/api/nothing', 200, undefined],
])('%s', async (_, target, status, type) => {
  const response = await send(mock.port, get(target));
  expect([response.status, response.headers['content-type']]).toEqual([status, type]);
});

test('characters that a header cannot contain are percent-encoded', async () => {
  const { headers, body } = await send(mock.port, get('/spelt-out'));
  expect(headers['x-name']).toBe('%CE%96%CF%89%CE%AE %F0%9F%90%A2');
  expect(body.toString()).toBe('Ζωή');
});

test.each([
  ['application/x-www-form-urlencoded', '%'],
  ['application/x-www-form-urlencoded', '&&=&stars=1'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=b', '--b\r\n'],
  ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data\r\n\r\n\r\n--b--'],
])('a form of type %s that cannot be read is rejected in the media type of errors: %j', async (type, body) => {
  const response = await send(media.port, post('/notes', body, type));
  expect([response.status, response.headers['content-type']]).toEqual([400, 'text/plain']);
  expect(response.body.toString()).toMatch(/request body|body property text is required/);
});

test('an error is plain text if the document says so', async () => {
  const response = await send(media.port, post('/notes', '{"stars":1}'));
  expect(response.headers['content-type']).toBe('text/plain');
  expect(response.body.toString()).toBe('body property text is required');
});

test('every referenced file is watched', () => {
  const contract = loadContract('spec/openapi.yaml', ['spec/overlays/status-201.yaml']);
  expect(contractFiles(contract, ['spec/overlays/status-201.yaml'])).toEqual([
    'spec/openapi.yaml',
    'spec/overlays/status-201.yaml',
  ]);
});

test('a method of additionalOperations is served like any other', async () => {
  const responses = "{ '201': { description: copied, content: { application/json: { schema: { type: integer } } } } }";
  const copies = await startMock({
    contract: contractOf(`/a: { additionalOperations: { COPY: { responses: ${responses} } } }`),
  });
  const { status, body } = await send(copies.port, { method: 'COPY', target: '/a' });
  await copies.close();
  expect([status, Number.isInteger(JSON.parse(body.toString()))]).toEqual([201, true]);
});

test('an object is served as text/xml', async () => {
  const schema = '{ type: object, required: [a], properties: { a: { type: integer } } }';
  const xml = await startMock({
    contract: contractOf(
      `/a: { get: { responses: { '200': { description: a, content: { text/xml: { schema: ${schema} } } } } } }`,
    ),
  });
  const { status, body } = await send(xml.port, get('/a'));
  await xml.close();
  expect([status, body.toString()]).toEqual([200, expect.stringContaining('<a>')]);
});
