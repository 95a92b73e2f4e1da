import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isObject, parseJsonBytes } from '../../harness/core/json/index.ts';
import type { JsonObject, Operation } from '../../harness/core/model.ts';
import { type Mock, startMock } from '../../harness/mock/mock.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { breaches } from './conformance.ts';
import { exchange, type RawResponse, type RequestParts, requestBytes, send } from './raw-http.ts';
import { at, JSON_TYPE, preferring, REJECTIONS, typed, VALID } from './rejections.ts';

let contract: Contract;
let operation: Operation;
let mock: Mock;

beforeAll(async () => {
  contract = loadContract('spec/openapi.yaml');
  operation = contract.operation('createAnimal') as Operation;
  mock = await startMock({ contract });
});
afterAll(() => mock.close());

function errorOf(response: RawResponse): JsonObject {
  expect(breaches(contract, operation, response)).toEqual([]);
  expect(response.headers['content-type']).toBe('application/json');
  const error = parseJsonBytes(response.body);
  if (!isObject(error)) throw new Error('the error is no object');
  return error;
}

describe('an invalid request gets the documented error with an explanation', () => {
  test.each(REJECTIONS)('$name', async ({ request, status, says }) => {
    const response = await send(mock.port, { ...VALID, ...request });
    const error = errorOf(response);
    expect(error['message']).toContain(says);
    expect(error['code']).toBe(status);
    expect(response.status).toBe(status);
  });

  test('a method that is not allowed gets the allowed ones in Allow', async () => {
    const response = await send(mock.port, { ...VALID, method: 'PUT' });
    expect(response.headers['allow']).toBe('POST, OPTIONS');
  });

  test('an empty chunked body is a missing body', async () => {
    const head =
      'POST /animals?tags=a HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    const [response] = await exchange(mock.port, `${head}0\r\n\r\n`);
    expect(errorOf(response as RawResponse)['message']).toBe('a request body is required');
  });

  test('text/plain in chunks is an unsupported media type', async () => {
    const head =
      'POST /animals?tags=a HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n';
    const [response] = await exchange(mock.port, `${head}2\r\n{}\r\n0\r\n\r\n`);
    expect(errorOf(response as RawResponse)['code']).toBe(415);
  });

  test('every problem is reported, not only the first', async () => {
    const response = await send(mock.port, { ...VALID, target: '/animals', body: '{"id":"7"}' });
    expect(errorOf(response)['message']).toBe(
      'query parameter tags is required; body property name is required; body property id must be an integer, got "7"',
    );
  });
});

describe('a message that node:http itself rejects gets a documented error', () => {
  test.each([
    ['no HTTP at all', 'garbage\r\n\r\n', 400],
    ['a bad request target', 'POST /animals\x01 HTTP/1.1\r\nhost: localhost\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['no Host', 'POST /animals HTTP/1.1\r\n\r\n', 400],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nhost: localhost\r\n\r\n', 405],
    [
      'an unknown expectation',
      'POST /animals HTTP/1.1\r\nhost: localhost\r\nexpect: 200-ok\r\ncontent-length: 0\r\n\r\n',
      417,
    ],
    [
      'a chunk without a size',
      'POST /animals HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
  ])('%s', async (_, bytes, status) => {
    const [response] = await exchange(mock.port, bytes);
    expect(errorOf(response as RawResponse)['code']).toBe(status);
  });

  test('responses keep the order of pipelined requests', async () => {
    const responses = await exchange(
      mock.port,
      Buffer.concat([requestBytes(VALID), Buffer.from('garbage\r\n\r\n')]),
      2,
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 400]);
  });
});

describe('a valid request is accepted', () => {
  test.each<[string, Partial<RequestParts>]>([
    ['a charset', typed('Application/JSON; Charset="UTF-8"')],
    ['an absolute target', at('http://localhost/animals?tags=a')],
    ['an encoded path', at('/%61nimals?tags=a')],
    ['Accept with weights', { headers: { ...JSON_TYPE, accept: 'text/html, application/*;q=0.5' } }],
    ['preferences that are not for the mock', preferring('return=minimal, respond-async; foo="a,b", handling=lenient')],
    ['unknown parameters', at('/animals?tags=a&other=1&__proto__=2')],
    ['an empty tag', at('/animals?tags=')],
  ])('%s', async (_, request) => {
    const response = await send(mock.port, { ...VALID, ...request });
    expect(response.status).toBe(200);
    expect(response.body.toString()).toBe('{"id":1,"name":"Mia"}');
  });

  test.each(['9007199254740993', '9223372036854775807', '-9223372036854775808'])(
    'id %s is validated and echoed exactly',
    async (id) => {
      const record = `{"id":${id},"name":"Mia"}`;
      const response = await send(mock.port, { ...VALID, body: record });
      expect(response.status).toBe(200);
      expect(response.body.toString()).toBe(record);
    },
  );

  test.each([
    ['code=201', 201],
    ['code=2XX', 200],
    ['code=default', 500],
    ['code=503', 503],
    ['code=418', 418],
    ['code=503, code=999', 503],
    ['example=conflict', 409],
    ['code=default, example=conflict', 409],
    ['code="404"', 404],
  ])('Prefer: %s is served', async (prefer, status) => {
    const response = await send(mock.port, { ...VALID, ...preferring(prefer) });
    expect(response.status).toBe(status);
    expect(breaches(contract, operation, response)).toEqual([]);
    if (status >= 400) expect(errorOf(response)['code']).toBe(status);
  });

  test('preferences may be in the query', async () => {
    const response = await send(mock.port, { ...VALID, target: '/animals?tags=a&__code=503' });
    expect(response.status).toBe(503);
    const example = await send(mock.port, { ...VALID, target: '/animals?tags=a&__example=untagged' });
    expect(example.body.toString()).toBe('{"id":4712,"name":"Bruno"}');
  });

  test('a request for another media type does not affect later requests', async () => {
    await send(mock.port, { ...VALID, headers: { ...JSON_TYPE, accept: 'text/html' } });
    expect((await send(mock.port, VALID)).status).toBe(200);
  });
});
