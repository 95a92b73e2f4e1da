import { createServer, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterEach, expect, test } from 'vitest';
import { closeMocks, openMock } from './world/client.ts';

const body = (type: string, schema: object) => ({ required: true, content: { [type]: { schema } } });
const operation = (operationId: string, requestBody: object) => ({
  put: {
    operationId,
    requestBody,
    responses: { 204: { description: 'stored' }, 413: { description: 'too large' } },
  },
});
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  paths: {
    '/file': operation('putFile', body('application/octet-stream', {})),
    '/image': operation('putImage', body('image/*', {})),
    '/form': operation('putForm', body('multipart/form-data', { type: 'object', required: ['file'] })),
    '/json': operation('putJson', body('application/json', { type: 'array' })),
    '/text': operation('putText', body('text/plain', { type: 'string' })),
  },
};
const MIB = 1024 * 1024;

afterEach(closeMocks);

/** Sends a body in pieces, without a length, and gives the status. */
async function upload(url: string, type: string, mebibytes: number): Promise<number | undefined> {
  const piece = Buffer.alloc(MIB, ' ');
  const sent = request(url, { method: 'PUT', headers: { 'content-type': type } });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', (response) => void text(response).then(() => resolve(response.statusCode), reject));
    sent.on('error', reject);
  });
  await pipeline(Readable.from(Array.from({ length: mebibytes }, () => piece)), sent);
  return status;
}

test('of a body that is larger than what is kept, binary and multipart ones are accepted', async () => {
  const { url, requests } = await openMock({ spec: SPEC });
  expect(await upload(`${url}/file`, 'application/octet-stream', 11)).toBe(204);
  expect(await upload(`${url}/image`, 'image/png', 11)).toBe(204);
  expect(await upload(`${url}/form`, 'multipart/form-data; boundary=x', 11)).toBe(204);
  expect(requests.flatMap(({ problems }) => problems)).toEqual([]);
});

test('others are rejected with the documented 413, and the log names the operation and the limit', async () => {
  const { url, requests } = await openMock({ spec: SPEC });
  expect(await upload(`${url}/json`, 'application/json', 11)).toBe(413);
  expect(await upload(`${url}/text`, 'text/plain', 11)).toBe(413);
  expect(requests.map(({ operation: name, problems }) => [name, problems])).toEqual([
    ['putJson', ['the request body is larger than 10 MiB']],
    ['putText', ['the request body is larger than 10 MiB']],
  ]);
  expect(await upload(`${url}/json`, 'text/plain', 11)).toBe(415);
  expect(await upload(`${url}/else`, 'text/plain', 11)).toBe(404);
});

test('maxBodyBytes is the limit', async () => {
  const { url } = await openMock({ spec: SPEC, maxBodyBytes: MIB / 2 });
  expect(await upload(`${url}/text`, 'text/plain', 1)).toBe(413);
  const { url: larger } = await openMock({ spec: SPEC, maxBodyBytes: 12 * MIB });
  expect(await upload(`${larger}/text`, 'text/plain', 11)).toBe(204);
});

test('200 MiB to the mock and through the proxy take no more memory than a few', async () => {
  let received = 0;
  const backend = createServer((message, response) => {
    message.on('data', (piece: Buffer) => {
      received += piece.length;
    });
    message.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const address = backend.address();
  const proxy = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    for (const mock of [await openMock({ spec: SPEC }), await openMock({ spec: SPEC, proxy })]) {
      await upload(`${mock.url}/file`, 'application/octet-stream', 20);
      const before = process.memoryUsage().rss;
      expect(await upload(`${mock.url}/file`, 'application/octet-stream', 200)).toBe(204);
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * MIB);
    }
    expect(received).toBe(220 * MIB);
  } finally {
    backend.close();
  }
});
