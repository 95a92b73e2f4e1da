import { describe, expect, test } from 'vitest';
import { createChecks } from '../../harness/checks/index.ts';
import { CHECK_IDS, STATEFUL_CHECKS } from '../../harness/core/check-ids.ts';
import { ExactNumber } from '../../harness/core/model.ts';
import { contractOf } from '../generate/documents.ts';
import { type CaseInit, formatFindings, type ResponseInit } from './exchanges.ts';
import { failure, find, record, sample } from './sample-findings.ts';

const JSON_TYPE: [string, string] = ['content-type', 'application/json'];

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

test('the body of a response to HEAD is not checked', () => {
  const contract = contractOf(
    `/a: { head: { operationId: a, responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } } } }`,
  );
  expect(find({ method: 'HEAD' }, { body: Buffer.alloc(0) }, contract)).toEqual([]);
});
