import { expect, test } from 'vitest';
import { startMock } from '../../../harness/mock/mock.ts';
import { folder } from '../../openapi/documents.ts';
import { bodyOf, serve } from '../../servers.ts';
import { errorsOf, verifyDocument } from '../establish/books.ts';

const upload = (path: string, type: string, schema: string) => `
  /${path}:
    put:
      operationId: ${path}
      requestBody: { required: true, content: { ${type}: ${schema} } }
      responses: { '204': { description: stored }, 4XX: { description: rejected } }`;

const DOCUMENT = `openapi: 3.1.0
info: { title: Files, version: '1' }
paths:${[
  upload('bytes', 'application/octet-stream', '{}'),
  upload('image', 'image/*', '{ schema: { type: string, format: binary } }'),
  upload('text', 'text/plain', '{ schema: { type: string } }'),
  upload('name', 'text/plain', '{ schema: { type: string, minLength: 1 } }'),
  upload(
    'form',
    'application/x-www-form-urlencoded',
    '{ schema: { type: object, required: [a], properties: { a: { type: string } } } }',
  ),
  upload('json', 'application/json', '{ schema: { type: object } }'),
].join('')}
`;

const EMPTY = ['/bytes', '/image', '/text'];
const TYPES: Readonly<Record<string, RegExp>> = {
  '/bytes': /^application\/octet-stream/i,
  '/image': /^image\//i,
  '/text': /^text\/plain/i,
  '/name': /^text\/plain/i,
  '/form': /^application\/x-www-form-urlencoded/i,
  '/json': /^application\/json *(;|$)/i,
};

/** Stores files, texts, forms and JSON; no bytes at all only where `mayBeEmpty` says so. */
function serveFiles(mayBeEmpty: (path: string) => boolean): Promise<string> {
  return serve(async (request, response) => {
    const path = request.url ?? '';
    const body = (await bodyOf(request)).toString();
    const isOfType = TYPES[path]?.test(request.headers['content-type'] ?? '');
    const isValid = body === '' ? mayBeEmpty(path) : isValidAt(path, body);
    response.writeHead(isOfType ? (isValid ? 204 : 422) : 415).end();
  });
}

function isValidAt(path: string, body: string): boolean {
  if (path === '/form') return new URLSearchParams(body).has('a');
  if (path !== '/json') return true;
  try {
    return /^\s*\{/.test(body) && JSON.parse(body) !== null;
  } catch {
    return false;
  }
}

const emptyAccepted = (errors: readonly string[]) =>
  errors.filter((each) => each.includes('no body under its content type')).map((each) => each.split(' ')[0]);

test('no bytes at all are a valid file and a valid text, if their schema allows that', async () => {
  const report = await verifyDocument(DOCUMENT, await serveFiles((path) => EMPTY.includes(path)));
  expect(errorsOf(report)).toEqual([]);
  expect(report.operations.filter(({ verified }) => !verified)).toEqual([]);
  const strict = await verifyDocument(DOCUMENT, await serveFiles(() => false));
  expect(errorsOf(strict).filter((each) => each.includes('no body'))).toEqual([]);
});

test('a service that takes nothing for a form with a required field, a text with a length, or JSON is found', async () => {
  const report = await verifyDocument(DOCUMENT, await serveFiles(() => true));
  expect(emptyAccepted(errorsOf(report))).toEqual(['name', 'form', 'json']);
});

test('the mock takes an empty file, and none without its content type', async () => {
  const mock = await startMock({ spec: `${folder({ 'spec.yaml': DOCUMENT })}/spec.yaml` });
  const put = (headers: Record<string, string>) => fetch(`${mock.url}/bytes`, { method: 'PUT', headers });
  try {
    expect((await put({ 'content-type': 'application/octet-stream' })).status).toBe(204);
    expect((await put({})).status).toBe(422);
  } finally {
    await mock.close();
  }
});
