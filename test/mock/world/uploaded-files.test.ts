import { afterEach, expect, test } from 'vitest';
import { closeMocks, fields, openMock, type TestMock } from './client.ts';

afterEach(closeMocks);

const text = { type: 'string' };
const json = (name: string) => ({
  description: name,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const form = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' }, caption: text },
};
const spec = {
  openapi: '3.0.3',
  info: { title: 'Photos', version: '1' },
  paths: {
    '/photos': {
      post: {
        operationId: 'createPhoto',
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': { schema: form },
            'image/png': { schema: { type: 'string', format: 'binary' } },
          },
        },
        responses: { 201: json('Photo') },
      },
    },
    '/photos/{id}': { parameters: [id], get: { operationId: 'getPhoto', responses: { 200: json('Photo') } } },
  },
  components: {
    schemas: {
      Photo: {
        type: 'object',
        required: ['id', 'file_name', 'byteSize', 'mimetype', 'url'],
        properties: {
          id: { type: 'integer', minimum: 1 },
          ...{ file_name: { ...text, maxLength: 20 }, byteSize: { type: 'integer' }, mimetype: text, extension: text },
          ...{ url: { ...text, format: 'uri' }, caption: text },
        },
      },
    },
  },
};

async function upload(mock: TestMock, body: FormData | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`${mock.url}/photos`, { method: 'POST', body, headers });
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: number };
  return fields((await mock.send('GET', `/photos/${id}`)).body);
}

test('a record of an uploaded file has its name, its size, its type, and a picture itself', async () => {
  const mock = await openMock({ spec });
  const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 45, 45, 0, 255]);
  const picture = { byteSize: 10, mimetype: 'image/png', url: 'data:image/png;base64,iVBORw0KLS0A/w==' };
  const data = new FormData();
  data.append('caption', 'Wheel');
  data.append('file', new Blob([bytes], { type: 'image/png' }), 'rad "ä".png');
  expect(await upload(mock, data)).toMatchObject({
    ...{ caption: 'Wheel', file_name: 'rad "ä".png', extension: 'png' },
    ...picture,
  });
  expect(await upload(mock, bytes, { 'content-type': 'image/png' })).toMatchObject(picture);

  const others = new FormData();
  others.append('file', new Blob([''], { type: 'text/plain' }), 'a name that is longer than twenty.txt');
  const made = await upload(mock, others);
  expect(made).toMatchObject({ byteSize: 0, mimetype: 'text/plain', extension: 'txt' });
  expect(String(made['file_name']).length).toBeLessThanOrEqual(20);
});
