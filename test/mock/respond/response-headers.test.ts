import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../../../harness/mock/mock.ts';
import type { MockInterceptor } from '../../../harness/mock/types.ts';
import { contractOf } from '../../generate/documents.ts';

const SPEC = 'test/mock/documents/headers.yaml';
const rejecting: MockInterceptor['onValidated'] = (request, validation) =>
  request.query === 'fast'
    ? { ...validation, problems: [{ status: 429, message: 'too fast', headers: [['retry-after', '7']] }] }
    : validation;

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: SPEC, intercept: { onValidated: rejecting } });
});
afterAll(() => mock.close());

/** The values of each header of a response; fetch joins those of one name with a comma. */
async function headersOf(target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const response = await fetch(mock.url + target, { method, headers });
  return { status: response.status, ...Object.fromEntries(response.headers) };
}

describe('a header is sent once', () => {
  test('Retry-After, if the response also declares it', async () => {
    expect(await headersOf('/limited?fast')).toMatchObject({ status: 429, 'retry-after': '7' });
  });

  test('WWW-Authenticate and Allow of an error', async () => {
    expect(await headersOf('/secret')).toMatchObject({ status: 401, 'www-authenticate': 'Bearer' });
    expect(await headersOf('/secret', {}, 'DELETE')).toMatchObject({ status: 405, allow: 'GET, PUT, HEAD, OPTIONS' });
  });

  test('CORS headers, and Vary with all declared names', async () => {
    expect(await headersOf('/file', { origin: 'http://app.example' })).toMatchObject({
      'access-control-allow-origin': 'http://app.example',
      vary: 'accept, origin',
    });
  });
});

test('a declared header is valid, and has its example if there is one', async () => {
  expect(await headersOf('/file')).toMatchObject({
    'x-list': '1,2',
    'x-gen-list': expect.stringMatching(/^\d+(,\d+)*$/),
    'x-bool': expect.stringMatching(/^(true|false)$/),
    'x-rate': expect.stringMatching(/^[56]$/),
    'x-pat': expect.stringMatching(/^[a-f0-9]{8}$/),
    'x-enum': 'hit',
    'x-content': expect.stringMatching(/^\{"q":\d+\}$/),
    'set-cookie': 'a=1; Path=/',
  });
});

test('headers of the message are set by the server, whatever the document declares', async () => {
  const response = await headersOf('/file');
  expect(response).toMatchObject({
    'content-length': expect.stringMatching(/^[1-9]\d*$/),
    connection: 'keep-alive',
    date: expect.stringContaining('GMT'),
  });
  expect(Object.keys(response)).not.toContain('content-encoding');
  expect(Object.keys(response)).not.toContain('transfer-encoding');
});

test('an error with declared headers and no body has these headers', async () => {
  expect(await headersOf('/limited', { prefer: 'code=503' })).toMatchObject({
    status: 503,
    'content-type': 'application/problem+json',
    'retry-after': '1',
  });
});

test('headers whose form HTTP defines have it', async () => {
  const names = ['ETag', 'Last-Modified', 'Expires', 'Content-Language', 'Cache-Control', 'Location', 'Link'];
  const headers = Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));
  const get = { responses: { 200: { description: 'ok', headers } } };
  const spec = { openapi: '3.1.0', info: { title: 'Headers', version: '1' }, paths: { '/a/{b}': { get } } };
  const own = await startMock({ spec, now: () => new Date('2026-03-04T05:06:07Z') });
  const response = await fetch(`${own.url}/a/7`).finally(() => own.close());
  expect(Object.fromEntries(response.headers)).toMatchObject({
    etag: expect.stringMatching(/^"[0-9a-f]+"$/),
    'last-modified': 'Wed, 04 Mar 2026 00:00:00 GMT',
    expires: 'Fri, 06 Mar 2026 00:00:00 GMT',
    'content-language': 'en',
    'cache-control': 'no-cache',
    location: '/a/1/1',
    link: '</a/1>; rel="self"',
  });
});

test('what remains of a rate limit is no more than the limit, whatever the seed', async () => {
  const declared = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'x-quota', 'x-quota-used'];
  const headers = declared.map((name) => `${name}: { schema: { type: integer, minimum: 1 } }`).join(', ');
  for (const seed of ['1', '2', '3', '4', '5']) {
    const contract = contractOf(`/a: { get: { responses: { 200: { description: ok, headers: { ${headers} } } } } }`);
    const limited = await startMock({ contract, seed });
    const response = await fetch(`${limited.url}/a`).finally(() => limited.close());
    const [limit, remaining, quota, used] = declared.map((name) => Number(response.headers.get(name) ?? Number.NaN));
    expect(remaining).toBeLessThanOrEqual(limit ?? 0);
    expect(used).toBeLessThanOrEqual(quota ?? 0);
  }
});
