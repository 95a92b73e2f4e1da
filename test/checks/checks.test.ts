import { describe, expect, test } from 'vitest';
import { createChecks } from '../../harness/checks/index.ts';
import { CHECK_IDS, STATEFUL_CHECKS } from '../../harness/core/check-ids.ts';
import { ExactNumber, type TransportError } from '../../harness/core/model.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { contractOf } from '../generate/documents.ts';
import { type CaseInit, createResponse, evaluate, formatFindings, type ResponseInit } from './exchanges.ts';

const sample = loadContract('spec/openapi.yaml');
const record = { id: 1, name: 'a' };
const failure = { code: 400, message: 'no' };
const JSON_TYPE: [string, string] = ['content-type', 'application/json'];
const find = (init: CaseInit, response: ResponseInit | TransportError, contract = sample) =>
  evaluate(contract, init, 'kind' in response ? response : createResponse(response));

test('each check has a unique id and a title', () => {
  const checks = createChecks(sample);
  expect(checks.map(({ id }) => id)).toEqual(
    CHECK_IDS.filter((id) => ![...STATEFUL_CHECKS, 'callback-request', 'dredd'].some((other) => other === id)),
  );
  expect(checks.every(({ title }) => title.length > 10)).toBe(true);
});

describe('a conforming response has no findings', () => {
  test.each<[string, CaseInit, ResponseInit]>([
    ['a record', {}, { body: record }],
    ['any documented success status', {}, { status: 201, body: record }],
    ['an additional property', {}, { body: { ...record, more: [null] } }],
    [
      'letter case, spacing and charset of the media type',
      {},
      { headers: [['Content-Type', 'APPLICATION/Json ; charset="UTF-8"']], body: record },
    ],
    ['escapes and white space', {}, { body: Buffer.from(' {"\\u0069d" : 1 ,\n"name":"\\ud83d\\ude00"}\r\n') }],
    ['chunks', {}, { headers: [JSON_TYPE, ['Transfer-Encoding', 'Chunked']], body: record }],
    ['HTTP/1.0', {}, { httpVersion: '1.0', body: record }],
    ['the limits of int64', {}, { body: { id: new ExactNumber('-9223372036854775808'), name: '' } }],
    ['an error for an invalid request', { expectation: 'reject' }, { status: 422, body: failure }],
    [
      'an error whose code is not its status',
      { expectation: 'reject' },
      { status: 400, body: { code: -7, message: '' } },
    ],
    ['a success if the outcome is unspecified', { expectation: 'any' }, { body: record }],
    ['an error if the outcome is unspecified', { expectation: 'any' }, { status: 413, body: failure }],
  ])('%s', (_, init, response) => {
    expect(formatFindings(find(init, response))).toEqual([]);
  });
});

describe('a violation names its clause', () => {
  test.each<[string, CaseInit, ResponseInit, string[]]>([
    [
      'a string for an integer',
      {},
      { body: { id: '1', name: 'a' } },
      ['error response-schema | createAnimal response 2XX body application/json /id type'],
    ],
    [
      'an integer beyond int64',
      {},
      { body: { id: new ExactNumber('9223372036854775808'), name: 'a' } },
      ['error response-schema | createAnimal response 2XX body application/json /id format'],
    ],
    [
      'a missing required property',
      {},
      { body: { id: 1 } },
      ['error response-schema | createAnimal response 2XX body application/json /name required'],
    ],
    [
      'an optional property that is null',
      {},
      { body: { ...record, tag: null } },
      ['error response-schema | createAnimal response 2XX body application/json /tag type'],
    ],
    [
      'an array for an object',
      {},
      { body: [] },
      ['error response-schema | createAnimal response 2XX body application/json type'],
    ],
    [
      'an error without its required property',
      { expectation: 'reject' },
      { status: 400, body: { message: 'x' } },
      ['error response-schema | createAnimal response default body application/json /code required'],
    ],
    [
      'an integer beyond int32',
      { expectation: 'any' },
      { status: 400, body: { code: 2147483648, message: '' } },
      ['error response-schema | createAnimal response default body application/json /code format'],
    ],
    [
      'malformed JSON',
      {},
      { body: Buffer.from('{"id":1,}') },
      ['error json-syntax | createAnimal response 2XX body application/json syntax'],
    ],
    [
      'an empty body',
      {},
      { body: Buffer.alloc(0) },
      ['error json-syntax | createAnimal response 2XX body application/json syntax'],
    ],
    [
      'a byte order mark',
      {},
      { body: Buffer.from('\ufeff{"id":1,"name":"a"}') },
      ['error json-syntax | createAnimal response 2XX body application/json syntax'],
    ],
    [
      'a duplicate name',
      {},
      { body: Buffer.from('{"id":1,"id":1,"name":"a"}') },
      ['error json-syntax | createAnimal response 2XX body application/json syntax'],
    ],
    [
      'bytes that are not UTF-8',
      {},
      { body: Buffer.from('{"id":1,"name":"\xff"}', 'latin1') },
      ['error json-syntax | createAnimal response 2XX body application/json syntax'],
    ],
    [
      'an HTML page',
      { expectation: 'reject' },
      { status: 400, headers: [['content-type', 'text/html']], body: Buffer.from('<h1>') },
      ['error content-type | createAnimal response default media type'],
    ],
    [
      'no Content-Type',
      {},
      { headers: [], body: record },
      ['error content-type | createAnimal response 2XX media type'],
    ],
    [
      'two Content-Type headers',
      {},
      { headers: [JSON_TYPE, JSON_TYPE], body: record },
      ['error content-type | createAnimal response 2XX media type'],
    ],
    [
      'an invalid Content-Type',
      {},
      { headers: [['content-type', 'json']], body: record },
      ['error content-type | createAnimal response 2XX media type'],
    ],
    [
      'no body',
      {},
      { status: 204, headers: [], body: Buffer.alloc(0) },
      ['error content-type | createAnimal response 2XX media type'],
    ],
    [
      'a valid request rejected',
      {},
      { status: 400, body: failure },
      ['error expected-outcome | createAnimal response whole'],
    ],
    [
      'an invalid request accepted',
      { expectation: 'reject' },
      { body: record },
      ['error expected-outcome | createAnimal response whole'],
    ],
    ['a redirect', {}, { status: 302, body: failure }, ['error expected-outcome | createAnimal response whole']],
    [
      'a status outside of HTTP',
      { expectation: 'reject' },
      { status: 799, body: failure },
      ['error status-code | createAnimal response status'],
    ],
    [
      'a server error for an invalid request',
      { expectation: 'reject' },
      { status: 500, body: failure },
      ['warning server-error | createAnimal response status'],
    ],
    [
      'a server error for a valid request',
      {},
      { status: 500, body: failure },
      ['error expected-outcome | createAnimal response whole'],
    ],
    [
      'a truncated response',
      {},
      { body: record, complete: false },
      ['error complete-response | createAnimal response whole'],
    ],
    [
      'a transfer coding that was not requested',
      {},
      { headers: [JSON_TYPE, ['transfer-encoding', 'gzip, chunked']], body: record },
      ['error complete-response | createAnimal response whole'],
    ],
    [
      'another major version of HTTP',
      { expectation: 'reject' },
      { status: 400, httpVersion: '2.0', body: failure },
      ['error complete-response | createAnimal response whole'],
    ],
  ])('%s', (_, init, response, expected) => {
    expect(formatFindings(find(init, response))).toEqual(expected);
  });

  test.each(['connect', 'reset', 'timeout', 'truncated', 'malformed', 'too-large', 'cross-talk'] as const)(
    'a transport error is a finding: %s',
    (kind) => {
      const findings = find({ expectation: 'any' }, { kind, detail: 'the detail', durationMs: 1 });
      expect(formatFindings(findings)).toEqual(['error complete-response | createAnimal response whole']);
      expect(findings[0]?.message).toContain('the detail');
    },
  );

  test('a finding has a location in the document, the expected and the actual value', () => {
    const [finding] = find({}, { body: { id: '1', name: 'a' } });
    expect(finding).toMatchObject({
      message: '/id of the 2XX response body must be an integer, got "1"',
      expected: 'must be an integer',
      actual: '"1"',
      clause: { location: { file: 'spec/openapi.yaml', line: expect.any(Number) } },
    });
  });

  test.each([
    ['fixture', true],
    ['document', true],
    ['random', true],
    ['systematic', false],
  ])('the message for a rejected request of kind %s mentions the whole request: %s', (kind, whole) => {
    const [finding] = find({ kind }, { status: 400, body: failure });
    expect(finding?.message).toMatch(/^valid request rejected/);
    expect(finding?.message.endsWith('(the clause names the request as a whole; any part may be the cause)')).toBe(
      whole,
    );
  });

  test('each invalid property is a separate finding', () => {
    expect(find({}, { body: { id: null, tag: 1 } })).toHaveLength(3);
  });
});

describe('the documented status codes', () => {
  const documenting = (responses: string) => contractOf(`/a: { get: { operationId: a, responses: { ${responses} } } }`);
  const ok = "'200': { description: ok }";
  const status = (responses: string, code: number, query = '') =>
    formatFindings(
      find({ expectation: 'any', query }, { status: code, headers: [], body: Buffer.alloc(0) }, documenting(responses)),
    );

  test.each<[string, number, string[]]>([
    [ok, 200, []],
    [ok, 201, ['error status-code']],
    [ok, 404, []],
    [`${ok}, '400': { description: bad }`, 422, ['error status-code']],
    [`${ok}, '400': { description: bad }`, 405, ['warning status-code']],
    [`${ok}, '404': { description: none }`, 400, ['warning status-code']],
    [`${ok}, 4XX: { description: bad }`, 422, []],
    [`${ok}, default: { description: bad }`, 418, []],
    [`${ok}, default: { description: bad }`, 600, ['error status-code']],
    [`${ok}, '404': { description: none }`, 600, ['error status-code']],
    [ok, 600, ['error status-code']],
    [`${ok}, '400': { description: bad }`, 500, ['warning server-error']],
  ])('with %s, status %i has the findings %j', (responses, code, expected) => {
    expect(status(responses, code).map((line) => line.split(' |')[0])).toEqual(expected);
  });

  test.each<[string, number, string[]]>([
    ['/b%2Fc', 404, []],
    ['/b%5cc', 400, []],
    ['/b%2Fc', 201, ['error status-code']],
    ['/b?c=%2F', 404, ['error status-code']],
  ])('an encoded slash in the path /a%s may lead elsewhere: status %i has the findings %j', (rest, code, expected) => {
    const found = status(`${ok}, '422': { description: bad }`, code, rest);
    expect(found.map((line) => line.split(' |')[0])).toEqual(expected);
  });

  test.each<[string, number, boolean]>([
    [ok, 200, true],
    ['2XX: { description: ok }', 299, true],
    ["'303': { description: see }", 303, true],
    ['default: { description: any }', 200, true],
    ['default: { description: any }', 302, false],
    [`${ok}, default: { description: bad }`, 201, false],
  ])('with %s, status %i accepts a valid request: %s', (responses, code, accepted) => {
    const found = find({}, { status: code, headers: [], body: Buffer.alloc(0) }, documenting(responses));
    expect(found.some(({ check }) => check === 'expected-outcome')).toBe(!accepted);
  });
});

describe('a documented header', () => {
  const contract = contractOf(`
/a:
  get:
    operationId: a
    responses:
      '200':
        description: ok
        headers:
          X-Count: { required: true, schema: { type: integer, maximum: 9 } }
          X-List: { schema: { type: array, items: { type: integer } } }`);
  const headerClauses = (...headers: [string, string][]) =>
    formatFindings(find({}, { headers, body: Buffer.alloc(0) }, contract)).map((line) =>
      line.replace('error response-headers | a response 200 header ', ''),
    );

  test.each<[string, [string, string][], string[]]>([
    [
      'is valid',
      [
        ['x-count', '9'],
        ['X-LIST', '1, 2'],
      ],
      [],
    ],
    [
      'may be split over several lines',
      [
        ['x-count', '1'],
        ['x-list', '1'],
        ['x-list', '2'],
      ],
      [],
    ],
    ['must not be missing', [], ['X-Count required']],
    ['must have its type', [['x-count', 'nine']], ['X-Count type']],
    ['must be within its range', [['x-count', '10']], ['X-Count maximum']],
    [
      'must have valid items',
      [
        ['x-count', '1'],
        ['x-list', '1,x'],
      ],
      ['X-List /* type'],
    ],
  ])('%s', (_, headers, expected) => {
    expect(headerClauses(...headers)).toEqual(expected);
  });
});

describe('integers rounded or truncated by a narrower type', () => {
  const big = (text: string) => ({ id: new ExactNumber(text), name: 'a' });
  test.each([
    ['9007199254740993', '9007199254740992', 1],
    ['9223372036854775807', '9223372036854775807', 0],
    ['4611686018427387905', '4611686018427387904', 1],
    ['4611686018427387905', '4611686018427388000', 1],
    ['-9223372036854775807', '-9223372036854776000', 1],
    ['-9223372036854775807', '-9223372036854775808', 0],
    ['9223372036854775807', '9223372036854775806', 0],
    ['9223372036854775807', '9223372036854774000', 0],
    ['9007199254740993', '12345', 0],
    ['0.1000000000000000000001', '0.1', 0],
    ['9007199254740993', '9007199254740994', 0],
    ['144373675', '144373680', 1],
    ['144373675', '144373676', 0],
    ['16777216', '16777216', 0],
    ['144373675', '144374000', 1],
    ['9007199254740993', '9007199254741000', 1],
    ['144373675', '144370000', 0],
    ['9007199254740993', '9007199000000000', 1],
    ['2147483648', '-2147483648', 1],
    ['2147483648', '2147483647', 1],
    ['-2147483649', '-2147483648', 1],
    ['4294967296', '0', 0],
    ['9223372036854775807', '-1', 0],
    ['2147483647', '2147483646', 0],
    ['1e400', '1', 0],
    ['1e300', '2', 0],
  ])('%s that comes back as %s has %i findings', (sent, back, count) => {
    const exact = find({ body: big(sent) }, { body: big(back) }).filter(({ check }) => check === 'lossless-values');
    expect(exact).toHaveLength(count);
  });

  test('are reported with both values, at the format clause', () => {
    const [finding] = find({ body: big('9007199254740993') }, { body: big('9007199254740992') });
    expect(finding).toMatchObject({
      check: 'lossless-values',
      message: '/id was rounded to a double',
      expected: '9007199254740993',
      actual: '9007199254740992',
      clause: { id: 'createAnimal response 2XX body application/json /id format' },
    });
  });

  test('are ignored in errors, and if the service generates its own ids', () => {
    expect(find({ body: big('9007199254740993'), expectation: 'any' }, { status: 400, body: failure })).toEqual([]);
    expect(find({ body: big('9007199254740993') }, { body: record })).toEqual([]);
  });
});

describe('text decoded or stored in another encoding', () => {
  const text = (name: string) => ({ id: 1, name });
  const misread = 'error lossless-values | createAnimal response 2XX body application/json /name type';
  test.each<[string, string, boolean]>([
    ['é', 'Ã©', true],
    ['€', 'â‚¬', true],
    ['€', 'â\u0082¬', true],
    ['né 語 😀', 'n? ? ?', true],
    ['né 語 😀', 'n? ? ??', true],
    ['né 語 😀', 'n?? ??? ????', true],
    ['né 語 😀', 'né ? ?', true],
    ['né 語 😀', 'né 語 \ufffd\ufffd\ufffd\ufffd', true],
    ['né 語 😀', 'né 語 ', false],
    ['né 語 😀', 'Rex', false],
    ['e\u0301', 'é', false],
    [' é ', 'é', false],
    ['plain', '?????', false],
    ['a\u0085b', 'a?b', false],
    ['a\uffffb', 'a\ufffdb', false],
  ])('%j that comes back as %j is reported: %j', (sent, back, isFound) => {
    expect(formatFindings(find({ body: text(sent) }, { body: text(back) }))).toEqual(isFound ? [misread] : []);
    expect(formatFindings(find({ body: text(sent), expectation: 'any' }, { body: text(back) }))).toEqual([]);
  });
});

describe('a lone surrogate in a response', () => {
  const [grin, half, other] = ['😀', '\\ud83d', '\\ud800'];
  const record_ = (name: string) => Buffer.from(`{"id":1,"name":"a${name}"}`);
  test.each<[string, CaseInit, string, string[]]>([
    ['is reported if the pair was sent', { body: record_(grin) }, half, ['error json-syntax']],
    [
      'is reported if the pair was sent as escapes',
      { body: record_('\\ud83d\\ude00') },
      '\\uDE00',
      ['error json-syntax'],
    ],
    ['is reported if the pair was sent in the query', { query: '?tags=%F0%9F%98%80' }, half, ['error json-syntax']],
    ['is not confused with a pair', { body: record_(grin) }, `${grin}\\ud83d\\ude00`, []],
    ['is ignored if it belongs to another character', { body: record_(grin) }, other, []],
    ['is ignored if no pair was sent', { body: record_('') }, half, []],
    ['is ignored if it was sent alone as well', { body: record_(`${grin}${half}`) }, half, []],
    [
      'is ignored if the request is not UTF-8',
      { body: Buffer.from([...Buffer.from(grin), 0xed, 0xa0, 0xbd]) },
      half,
      [],
    ],
    [
      'is reported if the escape that was sent is itself escaped',
      { body: record_(`${grin}\\\\ud83d`) },
      half,
      ['error json-syntax'],
    ],
  ])('%s', (_, parts, back, expected) => {
    const found = formatFindings(find({ ...parts, expectation: 'any' }, { body: record_(back) }));
    expect(found.map((line) => line.split(' |')[0])).toEqual(expected);
  });

  test('is ignored in errors, whose messages are up to the service', () => {
    const cut = Buffer.from('{"code":400,"message":"a\\ud83d"}');
    expect(find({ body: record_(grin), expectation: 'reject' }, { status: 400, body: cut })).toEqual([]);
  });

  test('is reported with its path, the character and the surrogate', () => {
    expect(find({ body: record_(grin) }, { body: record_(half) })).toMatchObject([
      { message: '/name contains a lone surrogate (half of 😀) (RFC 8259 section 8.2)', actual: '\\ud83d' },
    ]);
  });
});

describe('an example with an expected response', () => {
  test.each<[CaseInit['expected'] & {}, ResponseInit, string[]]>([
    [{ status: 200 }, { body: record }, []],
    [{ status: 201 }, { body: record }, ['status differs from the example: 201, 200']],
    [{ body: { name: 'a' } }, { body: record }, []],
    [
      { body: { name: 'b', more: { x: 1 } } },
      { body: { ...record, more: {} } },
      ['/name differs from the example: "b", "a"', '/more/x differs from the example: 1, absent'],
    ],
    [{ body: { id: new ExactNumber('1.0') } }, { body: record }, []],
    [{ body: [1] }, { body: record }, ['response body differs from the example: [1], {"id":1,"name":"a"}']],
  ])('%j is compared with the response', (expected, response, differences) => {
    const found = find({ expected }, response).filter(({ check }) => check === 'expected-response');
    expect(found.map(({ message, expected: wanted, actual }) => `${message}: ${wanted}, ${actual}`)).toEqual(
      differences,
    );
  });
});

test('the body of a response to HEAD is not checked', () => {
  const contract = contractOf(
    `/a: { head: { operationId: a, responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } } } }`,
  );
  expect(find({ method: 'HEAD' }, { body: Buffer.alloc(0) }, contract)).toEqual([]);
});
