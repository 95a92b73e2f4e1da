import { describe, expect, test } from 'vitest';
import { CHECK_IDS, createChecks } from '../../harness/checks/index.ts';
import { ExactNumber, type TransportError } from '../../harness/core/model.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { contractOf } from '../generate/documents.ts';
import { type AnswerParts, answer, type CaseParts, judge, told } from './exchanges.ts';

const own = loadContract('spec/openapi.yaml');
const record = { id: 1, name: 'a' };
const failure = { code: 400, message: 'no' };
const JSON_TYPE: [string, string] = ['content-type', 'application/json'];
const find = (parts: CaseParts, answered: AnswerParts | TransportError, contract = own) =>
  judge(contract, parts, 'kind' in answered ? answered : answer(answered));

test('each check has an id of its own and a title', () => {
  const checks = createChecks(own);
  expect(checks.map(({ id }) => id)).toEqual(CHECK_IDS.filter((id) => id !== 'dredd'));
  expect(checks.every(({ title }) => title.length > 10)).toBe(true);
});

describe('what keeps the contract is no finding', () => {
  test.each<[string, CaseParts, AnswerParts]>([
    ['a record', {}, { body: record }],
    ['any success status', {}, { status: 201, body: record }],
    ['a member that is not declared', {}, { body: { ...record, more: [null] } }],
    [
      'letter case, spacing and charset of the media type',
      {},
      { headers: [['Content-Type', 'APPLICATION/Json ; charset="UTF-8"']], body: record },
    ],
    ['escapes and white space', {}, { body: Buffer.from(' {"\\u0069d" : 1 ,\n"name":"\\ud83d\\ude00"}\r\n') }],
    ['chunks', {}, { headers: [JSON_TYPE, ['Transfer-Encoding', 'Chunked']], body: record }],
    ['HTTP/1.0', {}, { httpVersion: '1.0', body: record }],
    ['the ends of int64', {}, { body: { id: new ExactNumber('-9223372036854775808'), name: '' } }],
    ['an error for what is refused', { intent: 'reject' }, { status: 422, body: failure }],
    ['an error whose code is not its status', { intent: 'reject' }, { status: 400, body: { code: -7, message: '' } }],
    ['a success where the contract is silent', { intent: 'any' }, { body: record }],
    ['an error where the contract is silent', { intent: 'any' }, { status: 413, body: failure }],
  ])('%s', (_, parts, answered) => {
    expect(told(find(parts, answered))).toEqual([]);
  });
});

describe('what breaks the contract names its clause', () => {
  test.each<[string, CaseParts, AnswerParts, string[]]>([
    [
      'a string for an integer',
      {},
      { body: { id: '1', name: 'a' } },
      ['error response-schema | createAnimal response 2XX body application/json /id type'],
    ],
    [
      'an integer over int64',
      {},
      { body: { id: new ExactNumber('9223372036854775808'), name: 'a' } },
      ['error response-schema | createAnimal response 2XX body application/json /id format'],
    ],
    [
      'a required member missing',
      {},
      { body: { id: 1 } },
      ['error response-schema | createAnimal response 2XX body application/json /name required'],
    ],
    [
      'an optional member that is null',
      {},
      { body: { ...record, tag: null } },
      ['error response-schema | createAnimal response 2XX body application/json /tag type'],
    ],
    [
      'a list for an object',
      {},
      { body: [] },
      ['error response-schema | createAnimal response 2XX body application/json type'],
    ],
    [
      'an error without code',
      { intent: 'reject' },
      { status: 400, body: { message: 'x' } },
      ['error response-schema | createAnimal response default body application/json /code required'],
    ],
    [
      'an error code over int32',
      { intent: 'any' },
      { status: 400, body: { code: 2147483648, message: '' } },
      ['error response-schema | createAnimal response default body application/json /code format'],
    ],
    [
      'no JSON',
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
      'a duplicate member',
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
      { intent: 'reject' },
      { status: 400, headers: [['content-type', 'text/html']], body: Buffer.from('<h1>') },
      ['error content-type | createAnimal response default media type'],
    ],
    ['no media type', {}, { headers: [], body: record }, ['error content-type | createAnimal response 2XX media type']],
    [
      'two media types',
      {},
      { headers: [JSON_TYPE, JSON_TYPE], body: record },
      ['error content-type | createAnimal response 2XX media type'],
    ],
    [
      'a media type that is none',
      {},
      { headers: [['content-type', 'json']], body: record },
      ['error content-type | createAnimal response 2XX media type'],
    ],
    [
      'no content',
      {},
      { status: 204, headers: [], body: Buffer.alloc(0) },
      ['error content-type | createAnimal response 2XX media type'],
    ],
    [
      'a valid request refused',
      {},
      { status: 400, body: failure },
      ['error expected-outcome | createAnimal answer whole'],
    ],
    [
      'a broken request accepted',
      { intent: 'reject' },
      { body: record },
      ['error expected-outcome | createAnimal answer whole'],
    ],
    ['a redirect', {}, { status: 302, body: failure }, ['error expected-outcome | createAnimal answer whole']],
    [
      'a status that HTTP does not have',
      { intent: 'reject' },
      { status: 799, body: failure },
      ['error status-code | createAnimal answer status'],
    ],
    [
      'a failure of the service for a broken request',
      { intent: 'reject' },
      { status: 500, body: failure },
      ['warning server-error | createAnimal answer status'],
    ],
    [
      'a failure of the service for a valid request',
      {},
      { status: 500, body: failure },
      ['error expected-outcome | createAnimal answer whole'],
    ],
    [
      'an answer that breaks off',
      {},
      { body: record, complete: false },
      ['error complete-response | createAnimal answer whole'],
    ],
    [
      'a transfer coding that was not asked for',
      {},
      { headers: [JSON_TYPE, ['transfer-encoding', 'gzip, chunked']], body: record },
      ['error complete-response | createAnimal answer whole'],
    ],
    [
      'another major version of HTTP',
      { intent: 'reject' },
      { status: 400, httpVersion: '2.0', body: failure },
      ['error complete-response | createAnimal answer whole'],
    ],
  ])('%s', (_, parts, answered, expected) => {
    expect(told(find(parts, answered))).toEqual(expected);
  });

  test.each(['connect', 'reset', 'timeout', 'truncated', 'malformed', 'too-large', 'cross-talk'] as const)(
    'no answer: %s',
    (fault) => {
      const findings = find({ intent: 'any' }, { kind: fault, detail: 'what was seen', durationMs: 1 });
      expect(told(findings)).toEqual(['error complete-response | createAnimal answer whole']);
      expect(findings[0]?.message).toContain('what was seen');
    },
  );

  test('every finding has a place in the document, and says what was expected and what came', () => {
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
  ])('a refused request of the kind %s may have more to blame than its clause: %s', (kind, whole) => {
    const [finding] = find({ kind }, { status: 400, body: failure });
    expect(finding?.message).toMatch(/^a valid request is refused: createAnimal: a case/);
    expect(
      finding?.message.endsWith('(any part of the request may be to blame: the clause stands for all of it)'),
    ).toBe(whole);
  });

  test('each member that is wrong is a finding of its own', () => {
    expect(find({}, { body: { id: null, tag: 1 } })).toHaveLength(3);
  });
});

describe('documented statuses', () => {
  const documenting = (responses: string) => contractOf(`/a: { get: { operationId: a, responses: { ${responses} } } }`);
  const ok = "'200': { description: ok }";
  const status = (responses: string, code: number) =>
    told(find({ intent: 'any' }, { status: code, headers: [], body: Buffer.alloc(0) }, documenting(responses)));

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
  ])('with %s, %i is %j', (responses, code, expected) => {
    expect(status(responses, code).map((line) => line.split(' |')[0])).toEqual(expected);
  });

  test.each<[string, number, boolean]>([
    [ok, 200, true],
    ['2XX: { description: ok }', 299, true],
    ["'303': { description: see }", 303, true],
    ['default: { description: any }', 200, true],
    ['default: { description: any }', 302, false],
    [`${ok}, default: { description: bad }`, 201, false],
  ])('with %s, a valid request is taken by %i: %s', (responses, code, taken) => {
    const found = find({}, { status: code, headers: [], body: Buffer.alloc(0) }, documenting(responses));
    expect(found.some(({ check }) => check === 'expected-outcome')).toBe(!taken);
  });
});

describe('documented headers', () => {
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
  const told_ = (...headers: [string, string][]) =>
    told(find({}, { headers, body: Buffer.alloc(0) }, contract)).map((line) =>
      line.replace('error response-headers | a response 200 header ', ''),
    );

  test.each<[string, [string, string][], string[]]>([
    [
      'as declared',
      [
        ['x-count', '9'],
        ['X-LIST', '1, 2'],
      ],
      [],
    ],
    [
      'over several lines',
      [
        ['x-count', '1'],
        ['x-list', '1'],
        ['x-list', '2'],
      ],
      [],
    ],
    ['missing', [], ['X-Count required']],
    ['of another type', [['x-count', 'nine']], ['X-Count type']],
    ['out of bounds', [['x-count', '10']], ['X-Count maximum']],
    [
      'with a wrong item',
      [
        ['x-count', '1'],
        ['x-list', '1,x'],
      ],
      ['X-List /* type'],
    ],
  ])('%s', (_, headers, expected) => {
    expect(told_(...headers)).toEqual(expected);
  });
});

describe('numbers that went through a type that cannot hold them', () => {
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
  ])('%s that comes back as %s: %i', (sent, back, count) => {
    const exact = find({ body: big(sent) }, { body: big(back) }).filter(({ check }) => check === 'lossless-values');
    expect(exact).toHaveLength(count);
  });

  test('are told with what was sent and what came, at the clause of the format', () => {
    const [finding] = find({ body: big('9007199254740993') }, { body: big('9007199254740992') });
    expect(finding).toMatchObject({
      check: 'lossless-values',
      message: '/id was rounded to a double',
      expected: '9007199254740993',
      actual: '9007199254740992',
      clause: { id: 'createAnimal response 2XX body application/json /id format' },
    });
  });

  test('are no matter of errors, nor of a service that names its own ids', () => {
    expect(find({ body: big('9007199254740993'), intent: 'any' }, { status: 400, body: failure })).toEqual([]);
    expect(find({ body: big('9007199254740993') }, { body: record })).toEqual([]);
  });
});

describe('text that went through another encoding', () => {
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
  ])('%j that comes back as %j: %j', (sent, back, isFound) => {
    expect(told(find({ body: text(sent) }, { body: text(back) }))).toEqual(isFound ? [misread] : []);
    expect(told(find({ body: text(sent), intent: 'any' }, { body: text(back) }))).toEqual([]);
  });
});

describe('characters that were split in two', () => {
  const [grin, half, other] = ['😀', '\\ud83d', '\\ud800'];
  const record_ = (name: string) => Buffer.from(`{"id":1,"name":"a${name}"}`);
  test.each<[string, CaseParts, string, string[]]>([
    ['sent as it is', { body: record_(grin) }, half, ['error json-syntax']],
    ['sent as an escape', { body: record_('\\ud83d\\ude00') }, '\\uDE00', ['error json-syntax']],
    ['sent in the query', { query: '?tags=%F0%9F%98%80' }, half, ['error json-syntax']],
    ['that comes back whole', { body: record_(grin) }, `${grin}\\ud83d\\ude00`, []],
    ['of which another half was stored before', { body: record_(grin) }, other, []],
    ['where nothing of the kind was sent', { body: record_('') }, half, []],
    ['and sent by halves as well', { body: record_(`${grin}${half}`) }, half, []],
    ['in a request that is not UTF-8', { body: Buffer.from([...Buffer.from(grin), 0xed, 0xa0, 0xbd]) }, half, []],
    ['spelt behind a backslash of its own', { body: record_(`${grin}\\\\ud83d`) }, half, ['error json-syntax']],
  ])('%s', (_, parts, back, expected) => {
    const found = told(find({ ...parts, intent: 'any' }, { body: record_(back) }));
    expect(found.map((line) => line.split(' |')[0])).toEqual(expected);
  });

  test('are no matter of errors, which a service tells in words of its own', () => {
    const cut = Buffer.from('{"code":400,"message":"a\\ud83d"}');
    expect(find({ body: record_(grin), intent: 'reject' }, { status: 400, body: cut })).toEqual([]);
  });

  test('are told with their place, the character and its half', () => {
    expect(find({ body: record_(grin) }, { body: record_(half) })).toMatchObject([
      { message: '/name holds half of the character 😀 that was sent (RFC 8259 section 8.2)', actual: '\\ud83d' },
    ]);
  });
});

describe('an example', () => {
  test.each<[CaseParts['expected'] & {}, AnswerParts, string[]]>([
    [{ status: 200 }, { body: record }, []],
    [{ status: 201 }, { body: record }, ['the status is not what the example says: 201, 200']],
    [{ body: { name: 'a' } }, { body: record }, []],
    [
      { body: { name: 'b', more: { x: 1 } } },
      { body: { ...record, more: {} } },
      ['/name is not what the example says: "b", "a"', '/more/x is not what the example says: 1, absent'],
    ],
    [{ body: { id: new ExactNumber('1.0') } }, { body: record }, []],
    [{ body: [1] }, { body: record }, ['the body is not what the example says: [1], {"id":1,"name":"a"}']],
  ])('that expects %j', (expected, answered, differences) => {
    const found = find({ expected }, answered).filter(({ check }) => check === 'expected-response');
    expect(found.map(({ message, expected: wanted, actual }) => `${message}: ${wanted}, ${actual}`)).toEqual(
      differences,
    );
  });
});

test('an answer to HEAD has no body to judge', () => {
  const contract = contractOf(
    `/a: { head: { operationId: a, responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } } } }`,
  );
  expect(find({ method: 'HEAD' }, { body: Buffer.alloc(0) }, contract)).toEqual([]);
});
