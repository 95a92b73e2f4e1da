import { describe, expect, test } from 'vitest';
import {
  appendTokens,
  escapeToken,
  fragmentToPointer,
  getAt,
  getChild,
  parsePointer,
} from '../../../harness/core/json/pointer.ts';

/** The document of a JSON Pointer (RFC 6901) section 5. */
const example = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};

describe('RFC 6901', () => {
  test.each([
    ['', example],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('%j resolves to its value, also with a #', (pointer, value) => {
    expect(getAt(example, pointer)).toEqual(value);
    expect(getAt(example, `#${pointer}`)).toEqual(value);
  });

  test.each([
    ['#/c%25d', 2],
    ['#/e%5Ef', 3],
    ['#/%20', 7],
    ['#/m~0n', 8],
    ['#/foo%2F0', 'bar'],
    ['#/c%d', 2],
  ])('the URI fragment %s is decoded first', (fragment, value) => {
    expect(getAt(example, fragmentToPointer(fragment))).toEqual(value);
  });

  test.each([
    '/foo/2',
    '/foo/00',
    '/foo/-1',
    '/foo/-',
    '/foo/length',
    '/foo/0/x',
    '/nothing',
    '/toString',
    'foo',
    '#foo',
    '/__proto__',
  ])('%s cannot be resolved', (pointer) => {
    expect(getAt(example, pointer)).toBeUndefined();
  });

  test('~01 means ~1 and not a slash', () => {
    expect(parsePointer('/~01')).toEqual(['~1']);
  });

  test.each(['a/b', 'm~n', '~1', 'c%25d', '%', '', 'ü /~'])('what join writes, tokens reads: %j', (token) => {
    expect(parsePointer(appendTokens('#', 'x', token, 0))).toEqual(['x', token, '0']);
    expect(parsePointer(`/${escapeToken(token)}`)).toEqual([token]);
  });

  test('a child of a primitive is undefined', () => {
    expect([getChild(null, 'a'), getChild('text', '0'), getChild(undefined, 'a')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
