import { afterEach, describe, expect, test } from 'vitest';
import { loadContract } from '../../../harness/openapi/load.ts';
import { closeMocks, openMock, type TestMock } from './client.ts';

afterEach(closeMocks);

const file = { schema: { type: 'string', format: 'binary' } };
const content = { 'application/octet-stream': file, 'image/png': file };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, title: { type: 'string' } } };
const form = { type: 'object', required: ['file'], properties: { file: file.schema, alt: { type: 'string' } } };
const spec = {
  openapi: '3.0.3',
  info: { title: 'Drive', version: '1' },
  paths: {
    '/documents/{id}': {
      parameters: [id],
      get: {
        operationId: 'show',
        responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
      },
      delete: { operationId: 'destroy', responses: { 204: { description: 'ok' } } },
    },
    '/documents/{id}/content': {
      parameters: [id],
      put: { operationId: 'put', requestBody: { required: true, content }, responses: { 204: { description: 'ok' } } },
      get: { operationId: 'get', responses: { 200: { description: 'ok', content }, 404: { description: 'none' } } },
      delete: { operationId: 'remove', responses: { 204: { description: 'ok' } } },
    },
    '/documents/{id}/cover': {
      parameters: [id],
      get: { responses: { 200: { description: 'ok', content: { 'image/*': file } } } },
      post: {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
        responses: { 204: { description: 'ok' } },
      },
    },
  },
};
const BYTES = new Uint8Array([0, 255, 13, 10, 65]);
const OCTETS = 'application/octet-stream';

function put({ url }: TestMock, id: number, type = OCTETS): Promise<Response> {
  return fetch(`${url}/documents/${id}/content`, { method: 'PUT', body: BYTES, headers: { 'content-type': type } });
}

async function get({ url }: TestMock, id: number, accept = '*/*'): Promise<{ type: string | null; bytes: Uint8Array }> {
  const response = await fetch(`${url}/documents/${id}/content`, { headers: { accept } });
  return { type: response.headers.get('content-type'), bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe('a file that was stored', () => {
  test('is read again, byte by byte, at its own path only', async () => {
    const mock = await openMock({ spec });
    expect((await put(mock, 1)).status).toBe(204);
    expect(await get(mock, 1)).toEqual({ type: OCTETS, bytes: BYTES });
    expect((await get(mock, 2)).bytes).not.toEqual(BYTES);
  });

  test('is not sent as another media type', async () => {
    const mock = await openMock({ spec });
    await put(mock, 1, 'image/png');
    for (const accept of ['image/png', '*/*'])
      expect(await get(mock, 1, accept)).toEqual({ type: 'image/png', bytes: BYTES });
    expect((await get(mock, 1, OCTETS)).bytes).not.toEqual(BYTES);
  });

  test('is gone once it is deleted, and after a reset', async () => {
    const mock = await openMock({ spec });
    await put(mock, 1);
    await fetch(`${mock.url}/documents/1/content`, { method: 'DELETE' });
    expect((await get(mock, 1)).bytes).not.toEqual(BYTES);
    await put(mock, 1);
    mock.reset();
    expect((await get(mock, 1)).bytes).not.toEqual(BYTES);
  });

  test('is read again where a form has uploaded it', async () => {
    const mock = await openMock({ spec });
    const body = new FormData();
    body.set('file', new Blob([BYTES], { type: 'image/webp' }), 'cover.webp');
    body.set('alt', 'A boat');
    const cover = `${mock.url}/documents/1/cover`;
    expect((await fetch(cover, { method: 'POST', body })).status).toBe(204);
    const response = await fetch(cover);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES);
  });

  test('is still there after a reload', async () => {
    const mock = await openMock({ spec });
    await put(mock, 1);
    mock.reload(loadContract(spec));
    expect(await get(mock, 1)).toEqual({ type: OCTETS, bytes: BYTES });
  });

  test('is gone with the record that it is below', async () => {
    const mock = await openMock({ spec });
    await put(mock, 1);
    expect((await fetch(`${mock.url}/documents/1`, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(`${mock.url}/documents/1/content`)).status).toBe(404);
    expect((await fetch(`${mock.url}/documents/2/content`)).status).toBe(200);
  });

  test('is not kept if its request is rejected', async () => {
    const mock = await openMock({ spec });
    expect((await put(mock, 1, 'text/plain')).status).toBe(415);
    expect((await get(mock, 1)).bytes).not.toEqual(BYTES);
  });
});
