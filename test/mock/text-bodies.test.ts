import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../../harness/mock/mock.ts';

const body = (schema: object, type = 'text/plain') => ({ required: true, content: { [type]: { schema } } });
const put = (schema: object, type?: string) => ({
  put: { requestBody: body(schema, type), responses: { 204: { description: 'Set' }, 422: { description: 'Invalid' } } },
});
const spec = {
  openapi: '3.0.3',
  info: { title: 'Texts', version: '1' },
  paths: {
    '/code': put({ type: 'string', minLength: 2, maxLength: 3, pattern: '^[A-ZÄ]*$' }),
    '/color': put({ type: 'string', enum: ['red', 'green'] }),
    '/page': put({ type: 'string', maxLength: 5 }, 'text/html'),
    '/any': put({ type: 'string' }),
  },
};

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec });
});
afterAll(() => mock.close());

describe('a text that is sent is validated against its schema', () => {
  test.each<[string, string | Uint8Array, number, string?]>([
    ['/code', 'ABC', 204],
    ['/code', 'A', 422],
    ['/code', 'ABCD', 422],
    ['/code', 'abc', 422],
    ['/code', 'ÄÄÄ', 204],
    ['/code', Buffer.from('ÄÄÄ', 'latin1'), 204, 'text/plain; charset=ISO-8859-1'],
    ['/code', Buffer.from('äää', 'latin1'), 422, 'text/plain; charset=ISO-8859-1'],
    ['/color', 'red', 204],
    ['/color', '"red"', 422],
    ['/page', '<p>', 204, 'text/html'],
    ['/page', '<p>text</p>', 422, 'text/html'],
    ['/any', '17', 204],
    ['/any', 'true', 204],
  ])('%s %j: %d', async (path, text, status, type = 'text/plain') => {
    const response = await fetch(`${mock.url}${path}`, {
      method: 'PUT',
      headers: { 'content-type': type },
      body: text,
    });
    expect(response.status).toBe(status);
  });
});
