import { describe, expect, test } from 'vitest';
import { stringifyJson } from '../../../harness/core/json/index.ts';
import type { JsonObject, JsonValue, ResponseHeader } from '../../../harness/core/model.ts';
import { Contract } from '../../../harness/openapi/contract.ts';
import { OpenApiDocument } from '../../../harness/openapi/document.ts';
import { parseResponseHeader, validateResponseHeader } from '../../../harness/openapi/parameters/response-header.ts';
import { serializeHeader } from '../../../harness/openapi/parameters/serialize.ts';

const POINT: JsonObject = {
  type: 'object',
  required: ['x'],
  properties: { x: { type: 'integer' }, name: { type: 'string', pattern: '^[a-z ,]+$' } },
};
const COUNTS: JsonObject = { type: 'array', items: { type: 'integer' } };

function given(declared: JsonObject): { contract: Contract; header: ResponseHeader } {
  const responses = { 200: { description: 'ok', headers: { 'X-H': declared } } };
  const contract = new Contract(
    new OpenApiDocument('a.yaml', { openapi: '3.1.0', paths: { '/': { get: { responses } } } }),
  );
  const [header] = contract.operations[0]?.response(200)?.headers ?? [];
  if (!header) throw new Error('no header');
  return { contract, header };
}

function read(declared: JsonObject, text: string): string {
  const { contract, header } = given(declared);
  return stringifyJson(parseResponseHeader(contract.document, header, text));
}

function wrong(declared: JsonObject, text: string): string[] {
  const { contract, header } = given(declared);
  return validateResponseHeader(contract, header, text).map(({ instancePath, message }) =>
    `${instancePath} ${message}`.trim(),
  );
}

describe('a header is parsed by its schema', () => {
  test.each<[string, JsonObject, string, string]>([
    ['a number', { schema: { type: 'integer' } }, '7', '7'],
    ['a text', { schema: { type: 'string' } }, 'a,b', '"a,b"'],
    ['a fraction with an exponent', { schema: { type: 'number' } }, '1.5e-7', '1.5e-7'],
    ['a list', { schema: COUNTS }, '1, 2,3', '[1,2,3]'],
    ['an empty list', { schema: COUNTS }, '', '[]'],
    ['a list of numbers', { schema: { type: 'array', items: { type: 'number' } } }, '1,2.5,1E3', '[1,2.5,1E3]'],
    ['a list that is composed', { schema: { allOf: [COUNTS, { minItems: 1 }] } }, '1,2', '[1,2]'],
    [
      'a tuple',
      { schema: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }] } },
      '1,1',
      '[1,"1"]',
    ],
    ['an object', { schema: POINT }, 'x,1,name,a', '{"x":1,"name":"a"}'],
    ['an exploded object', { schema: POINT, explode: true }, 'x=1, name=a', '{"x":1,"name":"a"}'],
    ['an object that is composed', { schema: { allOf: [POINT] } }, 'x,1', '{"x":1}'],
    ['a map', { schema: { type: 'object', additionalProperties: { type: 'integer' } } }, 'a,1', '{"a":1}'],
    ['JSON', { content: { 'application/json': { schema: POINT } } }, ' {"x":1}', '{"x":1}'],
    ['content that is no JSON', { content: { 'text/plain': { schema: { type: 'string' } } } }, '{}', '"{}"'],
  ])('%s', (_, declared, text, expected) => expect(read(declared, text)).toBe(expected));
});

describe('a header is validated by its value', () => {
  test.each<[string, JsonObject, string, string[]]>([
    ['an object', { schema: POINT }, 'x,1', []],
    ['an object with a member of the wrong type', { schema: POINT }, 'x,a', ['/x must be an integer']],
    ['an object without a member', { schema: POINT }, 'name,a', ['/x is required']],
    ['percent-encoded members, as RFC 6570 writes them', { schema: POINT }, 'x,1,name,a%20b%2Cc', []],
    ['a percent sign that is meant', { schema: { type: 'string', enum: ['50%', '%41'] } }, '%41', []],
    ['a percent sign that encodes nothing', { schema: { type: 'string', enum: ['a'] } }, '%', ['must be one of "a"']],
    ['JSON', { content: { 'application/json': { schema: POINT } } }, '{"x":"1"}', ['/x must be an integer']],
    [
      'what is no JSON',
      { content: { 'application/json': {} } },
      'x,1',
      ['must be JSON (expected a value, found "x" at offset 0)'],
    ],
  ])('%s', (_, declared, text, expected) => expect(wrong(declared, text)).toEqual(expected));
});

test.each<[JsonObject, JsonValue]>([
  [{ schema: POINT }, { x: 1, name: 'a' }],
  [{ schema: POINT, explode: true }, { x: 1 }],
  [{ schema: COUNTS }, [1, 2]],
  [{ content: { 'application/json': { schema: POINT } } }, { x: 1, name: 'a,b' }],
  [{ content: { 'text/plain': { schema: { type: 'string' } } } }, 'a b'],
])('the serialization of %j is parsed to the same value', (declared, value) => {
  expect(read(declared, serializeHeader(given(declared).header, value))).toBe(stringifyJson(value));
});
