import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../harness/core/json/index.ts';
import type { JsonValue, Parameter, ParameterStyle } from '../../../harness/core/model.ts';
import {
  percentEncode,
  serializeHeader,
  serializePathParameter,
  serializePrimitive,
  serializeQueryOrCookie,
} from '../../../harness/openapi/parameters/serialize.ts';

function parameter(style: ParameterStyle, explode: boolean, more: Partial<Parameter> = {}): Parameter {
  return {
    ...{ name: 'color', in: 'query', required: true, style, explode, allowReserved: false, allowEmptyValue: false },
    ...{ pointer: '#', schema: undefined, mediaType: undefined, examples: [] },
    ...more,
  };
}

/** The values of the table 'Style Examples' (OpenAPI 3.0.3, Style Values; 3.1 encodes the separators of lists). */
const text = 'blue';
const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

describe('the table of the specification', () => {
  test.each<[ParameterStyle, boolean, JsonValue, string]>([
    ['form', false, text, 'color=blue'],
    ['form', false, '', 'color='],
    ['form', false, list, 'color=blue,black,brown'],
    ['form', false, object, 'color=R,100,G,200,B,150'],
    ['form', true, text, 'color=blue'],
    ['form', true, list, 'color=blue&color=black&color=brown'],
    ['form', true, object, 'R=100&G=200&B=150'],
    ['spaceDelimited', false, list, 'color=blue%20black%20brown'],
    ['pipeDelimited', false, list, 'color=blue%7Cblack%7Cbrown'],
    ['deepObject', true, object, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
    ['content', false, object, 'color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D'],
  ])('query %s, explode %s: %j', (style, explode, value, expected) => {
    expect(serializeQueryOrCookie(parameter(style, explode), value)).toBe(expected);
  });

  test.each<[ParameterStyle, boolean, JsonValue, string]>([
    ['simple', false, text, 'blue'],
    ['simple', false, list, 'blue,black,brown'],
    ['simple', false, object, 'R,100,G,200,B,150'],
    ['simple', true, list, 'blue,black,brown'],
    ['simple', true, object, 'R=100,G=200,B=150'],
    ['label', false, text, '.blue'],
    ['label', false, list, '.blue,black,brown'],
    ['label', true, list, '.blue.black.brown'],
    ['label', false, object, '.R,100,G,200,B,150'],
    ['label', true, object, '.R=100.G=200.B=150'],
    ['matrix', false, text, ';color=blue'],
    ['matrix', false, list, ';color=blue,black,brown'],
    ['matrix', true, list, ';color=blue;color=black;color=brown'],
    ['matrix', false, object, ';color=R,100,G,200,B,150'],
    ['matrix', true, object, ';R=100;G=200;B=150'],
    ['content', false, [1], '%5B1%5D'],
  ])('path %s, explode %s: %j', (style, explode, value, expected) => {
    expect(serializePathParameter(parameter(style, explode), value)).toBe(expected);
  });

  test.each<[ParameterStyle, boolean, JsonValue, string]>([
    ['simple', false, text, 'blue'],
    ['simple', false, list, 'blue,black,brown'],
    ['simple', false, object, 'R,100,G,200,B,150'],
    ['simple', true, object, 'R=100,G=200,B=150'],
    ['content', false, object, '{"R":100,"G":200,"B":150}'],
  ])('header %s, explode %s: %j', (style, explode, value, expected) => {
    expect(serializeHeader({ style, explode }, value)).toBe(expected);
  });
});

test('an empty array or object sends nothing', () => {
  for (const explode of [true, false])
    expect([
      serializeQueryOrCookie(parameter('form', explode), []),
      serializeQueryOrCookie(parameter('form', explode), {}),
    ]).toEqual(['', '']);
});

test('characters that would change the meaning of a query are encoded, byte by byte', () => {
  expect(serializeQueryOrCookie(parameter('form', true, { name: 'a b[]' }), 'x&y=z#+% é😀')).toBe(
    'a%20b%5B%5D=x%26y%3Dz%23%2B%25%20%C3%A9%F0%9F%98%80',
  );
  expect(serializeQueryOrCookie(parameter('form', false), ['a,b', 'c'])).toBe('color=a%2Cb,c');
});

test('allowReserved does not encode harmless characters, but those that would change the query', () => {
  expect(serializeQueryOrCookie(parameter('form', true, { allowReserved: true }), 'a/b?c:d&e=f+g#h%i')).toBe(
    'color=a/b?c:d%26e%3Df%2Bg%23h%25i',
  );
});

test('decodeURIComponent decodes what percentEncode writes', () => {
  const all = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)).join('');
  expect(decodeURIComponent(percentEncode(all))).toBe(all);
  expect(percentEncode(all)).toMatch(/^[\x21-\x7e]+$/);
});

test('primitives keep their exact text', () => {
  expect(
    ['text', null, true, 1.5, parseJson('9223372036854775807'), parseJson('1.0')].map((value) =>
      serializePrimitive(value as JsonValue),
    ),
  ).toEqual(['text', '', 'true', '1.5', '9223372036854775807', '1.0']);
});
