import { describe, expect, test } from 'vitest';
import { stringifyJson } from '../../../harness/core/json/index.ts';
import type { JsonObject, JsonValue, Parameter } from '../../../harness/core/model.ts';
import { OpenApiDocument } from '../../../harness/openapi/document.ts';
import { readOperations } from '../../../harness/openapi/operations.ts';
import { compileParameterParser, type RawParameters } from '../../../harness/openapi/parameters/parse.ts';
import { splitQuery } from '../../../harness/openapi/parameters/percent-decoding.ts';
import {
  serializeHeader,
  serializePathParameter,
  serializeQueryOrCookie,
} from '../../../harness/openapi/parameters/serialize.ts';

const COLOR: JsonObject = {
  type: 'object',
  properties: { R: { type: 'integer' }, G: { type: 'integer' }, name: { type: 'string' } },
};
const IDS: JsonObject = { type: 'array', items: { type: 'integer', format: 'int64' } };
const WORDS: JsonObject = { type: 'array', items: { type: 'string' } };
const COLOR_OR_TEXT = { anyOf: [COLOR, { type: 'string', enum: [''] }] };

function read(declared: JsonObject, sent: Partial<RawParameters>): string {
  const { document, parameter } = parameterOf(declared);
  const found = compileParameterParser(document, parameter)({ query: [], path: {}, headers: {}, ...sent });
  if (found.state === 'read') return stringifyJson(found.value);
  return found.state === 'malformed' ? `malformed: ${found.message}` : 'absent';
}

function parameterOf(declared: JsonObject): { document: OpenApiDocument; parameter: Parameter } {
  const operation = { parameters: [{ name: 'p', in: 'query', ...declared }], responses: {} };
  const document = new OpenApiDocument('a.yaml', { openapi: '3.0.3', paths: { '/': { get: operation } } });
  const [parameter] = readOperations(document)[0]?.parameters ?? [];
  if (!parameter) throw new Error('no parameter');
  return { document, parameter };
}

const query = (declared: JsonObject, text: string) => read(declared, { query: splitQuery(text) });
const path = (declared: JsonObject, text: string) => read({ in: 'path', ...declared }, { path: { p: text } });

describe('query parameters', () => {
  test.each<[string, JsonObject, string, string]>([
    ['a text', { schema: { type: 'string' } }, 'p=a%20b+c%26', '"a b c&"'],
    ['a text that looks like a number', { schema: { type: 'string' } }, 'p=7', '"7"'],
    ['an integer over 2^53', { schema: { type: 'integer' } }, 'p=9007199254740993', '9007199254740993'],
    ['a hexadecimal number is a text', { schema: { type: 'integer' } }, 'p=0x10', '"0x10"'],
    ['an exponent is a text', { schema: { type: 'integer' } }, 'p=1e1', '"1e1"'],
    ['a padded number is a text', { schema: { type: 'integer' } }, 'p=%205', '" 5"'],
    ['an empty number is a text', { schema: { type: 'integer' } }, 'p=', '""'],
    ['a boolean', { schema: { type: 'boolean' } }, 'p=true', 'true'],
    ['another case is no boolean', { schema: { type: 'boolean' } }, 'p=True', '"True"'],
    ['absence', { schema: { type: 'string' } }, 'q=1&P=2', 'absent'],
    ['a name without a value', { schema: { type: 'string' } }, 'p', '""'],
    ['twice', { schema: { type: 'string' } }, 'p=1&p=2', 'malformed: must be given once'],
    ['a list or a text, twice', { schema: { oneOf: [{ type: 'string' }, WORDS] } }, 'p=a&p=b', '["a","b"]'],
    ['a list or a text, once', { schema: { oneOf: [{ type: 'string' }, WORDS] } }, 'p=a', '"a"'],
    ['an integer or a list, once', { schema: { oneOf: [{ type: 'integer' }, IDS] } }, 'p=5', '5'],
    ['an integer or a list, twice', { schema: { oneOf: [{ type: 'integer' }, IDS] } }, 'p=5&p=6', '[5,6]'],
    [
      'an integer or a list in one text',
      { explode: false, schema: { oneOf: [{ type: 'integer' }, IDS] } },
      'p=5,6',
      '[5,6]',
    ],
    ['a list that may be null, once', { schema: { ...IDS, nullable: true } }, 'p=5', '[5]'],
    ['bad encoding', { schema: { type: 'string' } }, 'p=%', 'malformed: has bad percent-encoding'],
    ['bytes that are no UTF-8', { schema: { type: 'string' } }, 'p=%C3%28', 'malformed: has bad percent-encoding'],
    ['an exploded list', { schema: IDS }, 'p=1&q=0&p=9223372036854775807', '[1,9223372036854775807]'],
    ['an exploded list keeps its commas', { schema: WORDS }, 'p=a,b', '["a,b"]'],
    ['a list in one text', { schema: IDS, explode: false }, 'p=1,2', '[1,2]'],
    ['an encoded comma is part of an item', { schema: WORDS, explode: false }, 'p=a%2Cb,c', '["a,b","c"]'],
    ['a list with spaces', { schema: WORDS, style: 'spaceDelimited', explode: false }, 'p=a%20b', '["a","b"]'],
    ['a list with pipes', { schema: WORDS, style: 'pipeDelimited', explode: false }, 'p=a|b%7Cc', '["a","b","c"]'],
    ['an exploded object', { schema: COLOR }, 'R=1&name=x&other=2', '{"R":1,"name":"x"}'],
    ['an exploded object that is absent', { schema: COLOR }, 'other=2', 'absent'],
    ['an object in one text', { schema: COLOR, explode: false }, 'p=R,1,G,2', '{"R":1,"G":2}'],
    ['a deep object', { schema: COLOR, style: 'deepObject' }, 'p[R]=1&p%5BG%5D=2', '{"R":1,"G":2}'],
    [
      'a deep object in one text',
      { schema: COLOR, style: 'deepObject' },
      'p=',
      'malformed: must be given as p[property]=value',
    ],
    [
      'a deep object that may be a text',
      { schema: COLOR_OR_TEXT, style: 'deepObject' },
      'p[R]=1&p[G]=2',
      '{"R":1,"G":2}',
    ],
    ['a text that may be a deep object', { schema: COLOR_OR_TEXT, style: 'deepObject' }, 'p=', '""'],
    [
      'a text that may be a deep object, twice',
      { schema: COLOR_OR_TEXT, style: 'deepObject' },
      'p=a&p=b',
      'malformed: must be given once',
    ],
    ['no text where a deep object may be', { schema: COLOR_OR_TEXT, style: 'deepObject' }, 'q=1', 'absent'],
    [
      'a deep object with a member twice',
      { schema: COLOR, style: 'deepObject' },
      'p[R]=1&p[R]=2',
      'malformed: must give R once',
    ],
    [
      '__proto__ is a member like any other',
      { schema: COLOR, style: 'deepObject' },
      'p[__proto__]=1',
      '{"__proto__":"1"}',
    ],
    ['JSON', { content: { 'application/json': { schema: COLOR } } }, 'p=%7B%22R%22:1%7D', '{"R":1}'],
    [
      'broken JSON',
      { content: { 'application/json': { schema: COLOR } } },
      'p=%7B',
      'malformed: is not valid JSON: expected a property name, found the end at offset 1',
    ],
  ])('%s', (_, declared, text, expected) => expect(query(declared, text)).toBe(expected));
});

describe('path parameters', () => {
  test.each<[string, JsonObject, string, string]>([
    ['simple', { schema: { type: 'integer' } }, '7', '7'],
    ['simple list', { schema: IDS }, '1,2', '[1,2]'],
    ['simple object', { schema: COLOR }, 'R,1,G,2', '{"R":1,"G":2}'],
    ['simple exploded object', { schema: COLOR, explode: true }, 'R=1,G=2', '{"R":1,"G":2}'],
    ['label', { schema: { type: 'integer' }, style: 'label' }, '.7', '7'],
    ['label list', { schema: IDS, style: 'label', explode: true }, '.1.2', '[1,2]'],
    ['label without its dot', { schema: IDS, style: 'label' }, '1', 'malformed: must start with .'],
    ['matrix', { schema: { type: 'integer' }, style: 'matrix' }, ';p=7', '7'],
    ['matrix list', { schema: IDS, style: 'matrix' }, ';p=1,2', '[1,2]'],
    ['matrix exploded list', { schema: IDS, style: 'matrix', explode: true }, ';p=1;p=2', '[1,2]'],
    ['matrix of another name', { schema: IDS, style: 'matrix' }, ';q=1', 'malformed: must be ;p=value'],
    ['a plus is a plus', { schema: { type: 'string' } }, 'a+b%2F', '"a+b/"'],
  ])('%s', (_, declared, text, expected) => expect(path(declared, text)).toBe(expected));
});

describe('headers and cookies', () => {
  const header = { in: 'header', name: 'X-P' };
  test.each<[string, JsonObject, RawParameters['headers'], string]>([
    ['a header in any case', { ...header, schema: { type: 'integer' } }, { 'x-p': '7' }, '7'],
    ['a header is not decoded', { ...header, schema: { type: 'string' } }, { 'x-p': '%41' }, '"%41"'],
    ['a list', { ...header, schema: IDS }, { 'x-p': '1, 2' }, '[1,2]'],
    ['a repeated header', { ...header, schema: IDS }, { 'x-p': ['1', '2'] }, '[1,2]'],
    ['an object', { ...header, schema: COLOR }, { 'x-p': 'R,1' }, '{"R":1}'],
    ['an exploded object', { ...header, schema: COLOR, explode: true }, { 'x-p': 'R=1' }, '{"R":1}'],
    ['an absent header', { ...header, schema: COLOR }, {}, 'absent'],
    ['a cookie', { in: 'cookie', schema: { type: 'integer' } }, { cookie: 'q=1; p=7' }, '7'],
    ['a cookie with a list', { in: 'cookie', schema: IDS, explode: false }, { cookie: 'p=1,2' }, '[1,2]'],
    ['an absent cookie', { in: 'cookie', schema: IDS, explode: false }, { cookie: 'q=1' }, 'absent'],
  ])('%s', (_, declared, headers, expected) => expect(read(declared, { headers })).toBe(expected));
});

describe('a serialized value is parsed to the same value', () => {
  const values: [JsonObject, JsonValue][] = [
    [{ type: 'string' }, 'ä b&c=d,e+f%20/;.'],
    [{ type: 'integer' }, -5],
    [IDS, [1, 2, 3]],
    [WORDS, ['a b', 'ü', 'c&d']],
    [COLOR, { R: 1, G: -2, name: 'x y' }],
  ];
  const styles: JsonObject[] = [
    { in: 'query' },
    { in: 'query', explode: false },
    { in: 'path', style: 'simple' },
    { in: 'path', style: 'simple', explode: true },
    { in: 'path', style: 'label' },
    { in: 'path', style: 'matrix' },
    { in: 'path', style: 'matrix', explode: true },
  ];
  const cases = values.flatMap(([schema, value]) =>
    styles.map((style): { value: JsonValue; declared: JsonObject } => ({ value, declared: { ...style, schema } })),
  );
  test.each(cases)('$declared.in $declared.style $declared.explode $value', ({ value, declared }) => {
    const { parameter } = parameterOf(declared);
    const written =
      declared['in'] === 'query' ? serializeQueryOrCookie(parameter, value) : serializePathParameter(parameter, value);
    const found = declared['in'] === 'query' ? query(declared, written) : path(declared, written);
    expect(found).toBe(stringifyJson(value));
  });

  test.each(values.filter(([, value]) => typeof value !== 'string'))('header %#', (schema, value) => {
    const declared = { in: 'header', schema };
    const written = serializeHeader(parameterOf(declared).parameter, value);
    expect(read(declared, { headers: { p: written } })).toBe(stringifyJson(value));
  });
});
