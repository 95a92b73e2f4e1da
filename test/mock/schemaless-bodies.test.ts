import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../../harness/mock/mock.ts';
import { send } from './raw-http.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: 'test/mock/documents/schemaless.yaml' });
});
afterAll(() => mock.close());

const get = (target: string, headers: Readonly<Record<string, string>> = {}) =>
  send(mock.port, { method: 'GET', target, headers });

describe('a media type without a schema gets a body of that type', () => {
  test.each([
    ['/any', {}, 'application/json', '{}'],
    ['/any', { prefer: 'dynamic=true' }, 'application/json', '{}'],
    ['/events', {}, 'text/event-stream', [1, 2, 3].map((n) => `id: ${n}\ndata: event ${n}\n\n`).join('')],
  ])('%s %j', async (target, headers, type, body) => {
    const response = await get(target, headers);
    expect([response.status, response.headers['content-type'], response.body.toString()]).toEqual([200, type, body]);
  });
});

test.each([
  ['/photo', 'image/png', '\x89PNG'],
  ['/photo', 'image/gif', 'GIF89a'],
  ['/photo', 'image/webp', 'RIFF'],
  ['/photo', 'image/jpeg', '\xff\xd8\xff'],
  ['/file', 'application/pdf', '%PDF-1.4'],
])('%s as %s is a file that opens', async (target, accept, start) => {
  const { body } = await get(target, { accept });
  expect(body.toString('latin1').slice(0, start.length)).toBe(start);
});

test.each([404, 409])('an error of which the document says nothing says what is wrong: %i', async (status) => {
  const response = await get('/photo', { prefer: `code=${status}` });
  expect(response.headers['content-type']).toBe('application/json');
  expect(JSON.parse(response.body.toString())).toMatchObject({
    status,
    detail: expect.stringContaining('chosen for this response'),
  });
});
