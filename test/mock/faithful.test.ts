import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../harness/contract/contract.ts';
import { isObject, parseJsonBytes } from '../../harness/contract/json.ts';
import { loadContract } from '../../harness/contract/load.ts';
import { type Mock, startMock } from '../../harness/mock/mock.ts';
import type { JsonObject, Operation } from '../../harness/model.ts';
import { breaches } from './contract-true.ts';
import { exchange, type RequestParts, requestBytes, send, type WireAnswer } from './wire.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const VALID: RequestParts = { target: '/animals?tags=a', headers: JSON_TYPE, body: '{"id":1,"name":"Mia"}' };

let contract: Contract;
let operation: Operation;
let mock: Mock;

beforeAll(async () => {
  contract = loadContract('spec/openapi.yaml');
  operation = contract.operation('createAnimal') as Operation;
  mock = await startMock({ contract });
});
afterAll(() => mock.close());

function errorOf(answer: WireAnswer): JsonObject {
  expect(breaches(contract, operation, answer)).toEqual([]);
  expect(answer.headers['content-type']).toBe('application/json');
  const error = parseJsonBytes(answer.body);
  if (!isObject(error)) throw new Error('the error is no object');
  return error;
}

interface Refusal {
  readonly name: string;
  readonly request: Partial<RequestParts>;
  readonly status: number;
  readonly says: string;
}

const body = (text: string | Uint8Array): Partial<RequestParts> => ({ body: text });
const typed = (type: string, text = '{"id":1,"name":"Mia"}'): Partial<RequestParts> => ({
  headers: { 'content-type': type },
  body: text,
});
const at = (target: string, method = 'POST'): Partial<RequestParts> => ({ target, method });
const preferring = (prefer: string): Partial<RequestParts> => ({ headers: { ...JSON_TYPE, prefer } });

const REFUSALS: readonly Refusal[] = [
  { name: 'malformed JSON', request: body('{"id":1,'), status: 400, says: 'the request body is not valid JSON' },
  { name: 'a truncated string', request: body('{"id":1,"name":"M'), status: 400, says: 'ends inside a string' },
  { name: 'white space alone', request: body('  \n '), status: 400, says: 'expected a value, found the end' },
  { name: 'a byte order mark', request: body('\uFEFF{"id":1,"name":"Mia"}'), status: 400, says: 'a byte order mark' },
  {
    name: 'a gzip body',
    request: { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync('{"id":1,"name":"Mia"}') },
    status: 415,
    says: 'content-encoding gzip is not supported',
  },
  { name: 'gzip bytes that are not declared', request: body(gzipSync('{}')), status: 400, says: 'not UTF-8' },
  {
    name: 'bytes that are no UTF-8',
    request: body(Buffer.from('{"id":1,"name":"\xff"}', 'latin1')),
    status: 400,
    says: 'not UTF-8',
  },
  {
    name: 'duplicate members',
    request: body('{"id":1,"id":2,"name":"Mia"}'),
    status: 400,
    says: 'duplicate member "id"',
  },
  {
    name: 'something behind the value',
    request: body('{"id":1,"name":"Mia"} x'),
    status: 400,
    says: 'after the value',
  },
  { name: 'deep nesting', request: body('['.repeat(100_000)), status: 400, says: 'nested deeper' },
  { name: 'an empty body', request: body(''), status: 422, says: 'a request body is required' },
  { name: 'no body', request: { body: undefined as never }, status: 422, says: 'a request body is required' },
  {
    name: 'a body over 10 MB',
    request: body(`"${'x'.repeat(10 * 1024 * 1024)}"`),
    status: 413,
    says: 'larger than 10 MiB',
  },
  { name: 'null', request: body('null'), status: 422, says: 'the request body must be an object, got null' },
  { name: 'false', request: body('false'), status: 422, says: 'the request body must be an object, got false' },
  { name: '0', request: body('0'), status: 422, says: 'the request body must be an object, got 0' },
  { name: 'an empty text', request: body('""'), status: 422, says: 'the request body must be an object, got ""' },
  {
    name: 'a fraction over 2^53',
    request: body('{"id":9007199254740990.9,"name":"M"}'),
    status: 422,
    says: 'id must be an integer, got 9007199254740990.9',
  },
  {
    name: 'an id over int64',
    request: body('{"id":9223372036854775808,"name":"M"}'),
    status: 422,
    says: 'id must fit int64',
  },
  {
    name: 'a numeric string',
    request: body('{"id":"7","name":"M"}'),
    status: 422,
    says: 'body member id must be an integer, got "7"',
  },
  {
    name: 'text that latin1 lacks',
    request: body('{"id":"\u{1F408}","name":"M"}'),
    status: 422,
    says: 'id must be an integer, got "\u{1F408}"',
  },
  { name: 'text/plain', request: typed('text/plain'), status: 415, says: 'must be application/json, got text/plain' },
  { name: 'a garbage content type', request: typed('garbage'), status: 415, says: 'got "garbage"' },
  {
    name: 'a bogus charset',
    request: typed('application/json; charset=bogus'),
    status: 415,
    says: 'must be in UTF-8, got charset bogus',
  },
  {
    name: 'no content type',
    request: { headers: {} },
    status: 415,
    says: 'header content-type is required: application/json',
  },
  { name: 'TAGS for tags', request: at('/animals?TAGS=a'), status: 422, says: 'query parameter tags is required' },
  { name: 'no tags', request: at('/animals'), status: 422, says: 'query parameter tags is required' },
  ...['', '0x10', '1e1', '%205', 'abc', '1.5', '9999999999'].map((limit) => ({
    name: `limit=${limit}`,
    request: at(`/animals?tags=a&limit=${limit}`),
    status: 422,
    says: 'query parameter limit must ',
  })),
  {
    name: 'limit twice',
    request: at('/animals?tags=a&limit=1&limit=2'),
    status: 400,
    says: 'query parameter limit must be given once',
  },
  {
    name: 'bad percent-encoding in the query',
    request: at('/animals?tags=%zz'),
    status: 400,
    says: 'query parameter tags has bad percent-encoding',
  },
  {
    name: 'percent-encoding that is no UTF-8',
    request: at('/animals?tags=%ff'),
    status: 400,
    says: 'query parameter tags has bad percent-encoding',
  },
  { name: 'bad percent-encoding in the path', request: at('/an%imals'), status: 400, says: 'bad percent-encoding' },
  {
    name: 'an unknown path',
    request: at('/nowhere'),
    status: 404,
    says: 'there is nothing at POST /nowhere; the contract has POST /animals',
  },
  {
    name: 'an unknown path with a long name',
    request: at(`/${'x'.repeat(5000)}`),
    status: 404,
    says: 'there is nothing at POST /xxx',
  },
  {
    name: 'a wrong method',
    request: at('/animals?tags=a', 'GET'),
    status: 405,
    says: '/animals does not take GET; it takes POST',
  },
  { name: 'DELETE', request: at('/animals', 'DELETE'), status: 405, says: '/animals does not take DELETE' },
  {
    name: 'Accept: garbage',
    request: { headers: { ...JSON_TYPE, accept: 'garbage' } },
    status: 406,
    says: 'header accept must allow application/json, got "garbage"',
  },
  {
    name: 'Accept: text/html',
    request: { headers: { ...JSON_TYPE, accept: 'text/html' } },
    status: 406,
    says: 'header accept must allow application/json',
  },
  ...['099', '999', '100', '42', 'x', '20', '2000', ''].map((code) => ({
    name: `Prefer: code=${code}`,
    request: preferring(`code=${code}`),
    status: 400,
    says: 'preference code must be a response of createAnimal (2XX, default)',
  })),
  {
    name: 'an unknown example',
    request: preferring('example=nope'),
    status: 400,
    says: 'preference example must be one of createAnimal (tagged, untagged, malformed-json',
  },
  {
    name: 'a dynamic that is neither',
    request: preferring('dynamic=maybe'),
    status: 400,
    says: 'preference dynamic must be true or false, got maybe',
  },
  {
    name: 'a wait that is no time',
    request: preferring('wait=soon'),
    status: 400,
    says: 'preference wait must be a number of seconds',
  },
];

describe('a request that breaks the contract is answered with the documented error that says why', () => {
  test.each(REFUSALS)('$name', async ({ request, status, says }) => {
    const answer = await send(mock.port, { ...VALID, ...request });
    const error = errorOf(answer);
    expect(error['message']).toContain(says);
    expect(error['code']).toBe(status);
    expect(answer.status).toBe(status);
  });

  test('a wrong method names the right ones in Allow', async () => {
    const answer = await send(mock.port, { ...VALID, method: 'PUT' });
    expect(answer.headers['allow']).toBe('POST, OPTIONS');
  });

  test('an empty chunked body is a missing body', async () => {
    const head =
      'POST /animals?tags=a HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    const [answer] = await exchange(mock.port, `${head}0\r\n\r\n`);
    expect(errorOf(answer as WireAnswer)['message']).toBe('a request body is required');
  });

  test('text/plain in chunks is an unsupported media type', async () => {
    const head =
      'POST /animals?tags=a HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n';
    const [answer] = await exchange(mock.port, `${head}2\r\n{}\r\n0\r\n\r\n`);
    expect(errorOf(answer as WireAnswer)['code']).toBe(415);
  });

  test('every problem is told, not the first alone', async () => {
    const answer = await send(mock.port, { ...VALID, target: '/animals', body: '{"id":"7"}' });
    expect(errorOf(answer)['message']).toBe(
      'query parameter tags is required; body member name is required; body member id must be an integer, got "7"',
    );
  });
});

describe('what node:http refuses by itself is answered as the contract says', () => {
  test.each([
    ['no HTTP at all', 'garbage\r\n\r\n', 400],
    ['a bad request target', 'POST /animals\x01 HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['no Host', 'POST /animals HTTP/1.1\r\n\r\n', 400],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nhost: a\r\n\r\n', 405],
    ['an unknown expectation', 'POST /animals HTTP/1.1\r\nhost: a\r\nexpect: 200-ok\r\ncontent-length: 0\r\n\r\n', 417],
    ['a chunk without a size', 'POST /animals HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 400],
  ])('%s', async (_, bytes, status) => {
    const [answer] = await exchange(mock.port, bytes);
    expect(errorOf(answer as WireAnswer)['code']).toBe(status);
  });

  test('answers keep the order of pipelined requests', async () => {
    const answers = await exchange(mock.port, Buffer.concat([requestBytes(VALID), Buffer.from('garbage\r\n\r\n')]), 2);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });
});

describe('a request that keeps the contract is accepted', () => {
  test.each<[string, Partial<RequestParts>]>([
    ['a charset', typed('Application/JSON; Charset="UTF-8"')],
    ['an absolute target', at('http://localhost/animals?tags=a')],
    ['an encoded path', at('/%61nimals?tags=a')],
    ['Accept with weights', { headers: { ...JSON_TYPE, accept: 'text/html, application/*;q=0.5' } }],
    ['preferences that are not for the mock', preferring('return=minimal, respond-async; foo="a,b", handling=lenient')],
    ['unknown parameters', at('/animals?tags=a&other=1&__proto__=2')],
    ['an empty tag', at('/animals?tags=')],
  ])('%s', async (_, request) => {
    const answer = await send(mock.port, { ...VALID, ...request });
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe('{"id":1,"name":"Mia"}');
  });

  test.each(['9007199254740993', '9223372036854775807', '-9223372036854775808'])(
    'id %s is judged and echoed exactly',
    async (id) => {
      const record = `{"id":${id},"name":"Mia"}`;
      const answer = await send(mock.port, { ...VALID, body: record });
      expect(answer.status).toBe(200);
      expect(answer.body.toString()).toBe(record);
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
    const answer = await send(mock.port, { ...VALID, ...preferring(prefer) });
    expect(answer.status).toBe(status);
    expect(breaches(contract, operation, answer)).toEqual([]);
    if (status >= 400) expect(errorOf(answer)['code']).toBe(status);
  });

  test('preferences may stand in the query', async () => {
    const answer = await send(mock.port, { ...VALID, target: '/animals?tags=a&__code=503' });
    expect(answer.status).toBe(503);
    const example = await send(mock.port, { ...VALID, target: '/animals?tags=a&__example=untagged' });
    expect(example.body.toString()).toBe('{"id":4712,"name":"Bruno"}');
  });

  test('one request for another media type leaves those after it alone', async () => {
    await send(mock.port, { ...VALID, headers: { ...JSON_TYPE, accept: 'text/html' } });
    expect((await send(mock.port, VALID)).status).toBe(200);
  });
});
