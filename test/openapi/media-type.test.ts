import { describe, expect, test } from 'vitest';
import { isJsonType, matchMediaType, parseMediaType } from '../../harness/openapi/media-type.ts';

const parsed = (text: string) => {
  const found = parseMediaType(text);
  return found && `${found.essence} ${[...found.parameters].map((pair) => pair.join('=')).join(' ')}`.trim();
};

describe('parseMediaType (RFC 9110 section 8.3.1)', () => {
  test.each([
    ['application/json', 'application/json'],
    ['Application/JSON', 'application/json'],
    [' application/json ; charset=UTF-8 ', 'application/json charset=UTF-8'],
    ['application/json;charset="utf-8"', 'application/json charset=utf-8'],
    ['text/plain; a="x;y\\"z"; B=c', 'text/plain a=x;y"z b=c'],
    ['text/plain;', 'text/plain'],
    ['text/plain; ; a=b', 'text/plain a=b'],
    ['application/vnd.api+json', 'application/vnd.api+json'],
    ['*/*', '*/*'],
  ])('%j is %s', (text, expected) => {
    expect(parsed(text)).toBe(expected);
  });

  test.each([
    '',
    'json',
    'application/',
    '/json',
    'application json',
    'a/b/c',
    'application/json, text/plain',
    'text/plain; charset',
    'text/plain; a="x',
    'text/plain; a = b',
  ])('%j is not a media type', (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });
});

test.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['application/problem+json', true],
  ['text/json', true],
  ['application/jsonl', false],
  ['text/plain', false],
  ['', false],
])('%j is JSON: %s', (text, expected) => {
  expect(isJsonType(text)).toBe(expected);
});

describe('matchMediaType', () => {
  const declared = ['*/*', 'application/*', 'application/json', 'application/json; version=2'].map((type) => ({
    type,
  }));
  const match = (received: string, among = declared) => matchMediaType(among, received)?.type;

  test.each([
    ['application/json', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['application/json; version=2', 'application/json; version=2'],
    ['application/json; version=3', 'application/json'],
    ['application/xml', 'application/*'],
    ['text/plain', '*/*'],
    ['nonsense', undefined],
  ])('%s matches %s, the most specific', (received, expected) => {
    expect(match(received)).toBe(expected);
  });

  test('a declared charset need not match, nor does letter case', () => {
    expect(match('application/json', [{ type: 'Application/JSON; charset=utf-8' }])).toBe(
      'Application/JSON; charset=utf-8',
    );
  });

  test('finds nothing if no declared type matches', () => {
    expect(match('text/plain', [{ type: 'application/json' }])).toBeUndefined();
  });
});
