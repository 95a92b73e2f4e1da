import { describe, expect, test } from 'vitest';
import {
  isObject,
  JsonSyntaxError,
  parseJson,
  parseJsonBytes,
  parseNumber,
  stringifyJson,
  toDoubles,
} from '../../../harness/core/json/index.ts';
import { ExactNumber } from '../../../harness/core/model.ts';

function problem(text: string | Uint8Array): { message: string; offset: number } {
  try {
    typeof text === 'string' ? parseJson(text) : parseJsonBytes(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { message: error.message, offset: error.offset };
    throw error;
  }
  throw new Error(`it was taken: ${text}`);
}

describe('valid JSON (RFC 8259) is parsed as JSON.parse does', () => {
  test.each([
    ...[
      'null',
      'true',
      'false',
      '0',
      '-1',
      '12.5',
      '""',
      '[]',
      '{}',
      ' \t\r\n[ 1 , 2 ]\n',
      '{"a":{"b":[null]}}',
      '{"":0}',
    ],
    ...[
      '"\\u0041\\n\\/\\\\\\""',
      '"\\ud83d\\ude00"',
      '"\\uD800"',
      '"\u2028\u2029\u007f"',
      '"\u0000"'.replace('\u0000', '\\u0000'),
    ],
    ...['[[[[[[[[1]]]]]]]]', '"é😀"', '[1,[2,{"x":"]"}]]', '{"a b":1,"constructor":2,"toString":3}'],
  ])('%s', (text) => {
    expect(toDoubles(parseJson(text))).toEqual(JSON.parse(text));
  });

  test('a value 1,000 levels deep', () => {
    const text = `${'['.repeat(1000)}${']'.repeat(1000)}`;
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  test('`__proto__` is a member like any other', () => {
    const value = parseJson('{"__proto__":{"admin":true},"a":1}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'a']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(stringifyJson(value)).toBe('{"__proto__":{"admin":true},"a":1}');
    expect(Object.keys(toDoubles(value) as object)).toEqual(['__proto__', 'a']);
  });
});

describe('invalid JSON (RFC 8259) is rejected with the offset', () => {
  test.each([
    ['', 0, 'expected a value, found the end'],
    [' ', 1, 'expected a value, found the end'],
    ['[1,]', 3, 'expected a value, found "]"'],
    ['[,1]', 1, 'expected a value'],
    ['[1 2]', 3, 'expected "," or "]"'],
    ['[1', 2, 'expected "," or "]", found the end'],
    ['{"a":1,}', 7, 'expected a property name, found "}"'],
    ['{a:1}', 1, 'expected a property name'],
    ["{'a':1}", 1, 'expected a property name'],
    ['{"a" 1}', 5, 'expected ":"'],
    ['{"a":}', 5, 'expected a value'],
    ['{"a":1', 6, 'expected "," or "}"'],
    ['1 2', 2, 'unexpected "2" after the value'],
    ['{}}', 2, 'unexpected "}" after the value'],
    ['"a', 2, 'the text ends inside a string'],
    ['"a\\', 2, 'a bad escape'],
    ['"\\x41"', 1, 'a bad escape "\\x"'],
    ['"\\u12g4"', 1, 'a bad \\u escape'],
    ['"\\u12', 1, 'a bad \\u escape'],
    ['"a\nb"', 2, 'a control character inside a string'],
    ['"\t"', 1, 'a control character inside a string'],
    ['01', 1, 'unexpected "1" after the value'],
    ['-', 0, 'expected a value'],
    ['+1', 0, 'expected a value'],
    ['.5', 0, 'expected a value'],
    ['1.', 1, 'unexpected "."'],
    ['1e', 1, 'unexpected "e"'],
    ['0x10', 1, 'unexpected "x"'],
    ['1_000', 1, 'unexpected "_"'],
    ['NaN', 0, 'expected a value'],
    ['-Infinity', 0, 'expected a value'],
    ['Infinity', 0, 'expected a value'],
    ['undefined', 0, 'expected a value'],
    ['tru', 0, 'expected a value'],
    ['True', 0, 'expected a value'],
    ['nul', 0, 'expected a value'],
    ['// c\n1', 0, 'expected a value, found "/"'],
    ['[1]/**/', 3, 'unexpected "/"'],
    ['\u00a01', 0, 'expected a value'],
    ['\ufeff1', 0, 'a byte order mark'],
    ['1\u0000', 1, 'unexpected "\\u0000"'],
    ['😀', 0, 'expected a value, found "😀"'],
  ])('%j at %i', (text, offset, message) => {
    const found = problem(text);
    expect(found.offset).toBe(offset);
    expect(found.message).toContain(message);
  });

  test('a duplicate property is named, also one with escapes', () => {
    expect(problem('{"a":1,"b":2,"a":3}')).toEqual({
      message: 'duplicate property "a" (RFC 8259 section 4) at offset 13',
      offset: 13,
    });
    expect(problem('{"a":1,"\\u0061":2}').offset).toBe(7);
    expect(problem('{"__proto__":1,"__proto__":2}').offset).toBe(15);
  });

  test('endless nesting is rejected without a stack overflow', () => {
    expect(problem('['.repeat(1_000_000)).message).toContain('nested deeper than 1000 levels');
    expect(problem('{"a":'.repeat(100_000)).message).toContain('nested deeper than 1000 levels');
  });
});

describe('JSON bytes must be UTF-8', () => {
  test.each([
    ['a lone continuation', [0x22, 0x80, 0x22], 1],
    ['an overlong form', [0x22, 0x61, 0xc0, 0xaf, 0x22], 2],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], 1],
    ['Latin-1', [0x22, 0x61, 0x62, 0xe9, 0x22], 3],
    ['UTF-16', [0xff, 0xfe, 0x31, 0x00], 0],
    ['behind what is valid', [0x22, 0xc3, 0xa9, 0xff, 0x22], 3],
  ])('%s is rejected with the offset of the byte', (_, bytes, offset) => {
    const found = problem(Uint8Array.from(bytes));
    expect(found.message).toContain('not UTF-8');
    expect(found.offset).toBe(offset);
  });

  test('a byte order mark is rejected', () => {
    expect(problem(Uint8Array.from([0xef, 0xbb, 0xbf, 0x31])).message).toContain('byte order mark');
  });

  test('every Unicode character is parsed', () => {
    expect(parseJsonBytes(new TextEncoder().encode('{"ключ":"日本 😀"}'))).toEqual({ ключ: '日本 😀' });
  });
});

describe('numbers are exact', () => {
  test.each([
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775809',
    '1.0',
    '1e2',
    '-0',
    '9007199254740993.5',
    '1e999999999',
    '0.10',
  ])('%s keeps its source text', (text) => {
    const value = parseJson(text);
    expect(value).toEqual(new ExactNumber(text));
    expect(stringifyJson(value)).toBe(text);
  });

  test.each(['0', '1', '-1', '0.1', '1.5', '9007199254740991', '1e+21', '5e-324'])('%s is a double', (text) => {
    expect(parseJson(text)).toBe(Number(text));
    expect(stringifyJson(parseNumber(text))).toBe(text);
  });

  test('toDoubles rounds exact numbers', () => {
    expect(toDoubles(parseJson('{"a":[9223372036854775807,1.0]}'))).toEqual({ a: [2 ** 63, 1] });
  });

  test('an exact number is not an object', () => {
    expect(isObject(parseJson('1.0'))).toBe(false);
    expect([isObject({}), isObject([]), isObject(null), isObject(undefined)]).toEqual([true, false, false, false]);
  });
});
