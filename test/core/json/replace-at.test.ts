import { describe, expect, test } from 'vitest';
import { parseJson, stringifyJson, tryParseJson } from '../../../harness/core/json/index.ts';
import { removeAt, replaceAt } from '../../../harness/core/json/pointer.ts';

const value = parseJson('{"a":[1,null,{"b":2}],"__proto__":3}');
const text = (changed: ReturnType<typeof replaceAt>) => stringifyJson(changed);

describe('replaceAt', () => {
  test.each([
    ['', '0', '0'],
    ['/a/2/b', '5', '{"a":[1,null,{"b":5}],"__proto__":3}'],
    ['/a/1', '[7]', '{"a":[1,[7],{"b":2}],"__proto__":3}'],
    ['/a/0', 'null', '{"a":[null,null,{"b":2}],"__proto__":3}'],
    ['/__proto__', '4', '{"a":[1,null,{"b":2}],"__proto__":4}'],
    ['/new', '1', '{"a":[1,null,{"b":2}],"__proto__":3,"new":1}'],
    ['/a/9', '1', '{"a":[1,null,{"b":2}],"__proto__":3}'],
  ])('returns a copy with another value at "%s"', (pointer, replacement, expected) => {
    expect(text(replaceAt(value, pointer, parseJson(replacement)))).toBe(expected);
    expect(text(value)).toBe('{"a":[1,null,{"b":2}],"__proto__":3}');
  });
});

describe('removeAt', () => {
  test.each([
    ['/a/2/b', '{"a":[1,null,{}],"__proto__":3}'],
    ['/a/0', '{"a":[null,{"b":2}],"__proto__":3}'],
    ['/__proto__', '{"a":[1,null,{"b":2}]}'],
    ['/nowhere', '{"a":[1,null,{"b":2}],"__proto__":3}'],
  ])('returns a copy without the value at "%s"', (pointer, expected) => {
    expect(text(removeAt(value, pointer))).toBe(expected);
  });
});

describe('tryParseJson', () => {
  test('returns the value of JSON, as text or as bytes', () => {
    expect(tryParseJson('[1]')).toEqual({ value: [1] });
    expect(tryParseJson(Buffer.from('[1]'))).toEqual({ value: [1] });
  });

  test('returns the error of a text that is not JSON, and of bytes that are not UTF-8', () => {
    expect(tryParseJson('[1')).toMatchObject({ error: { offset: 2 } });
    expect(tryParseJson(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({ error: { name: 'JsonSyntaxError' } });
  });
});
