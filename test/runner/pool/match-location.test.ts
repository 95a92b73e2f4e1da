import { expect, test } from 'vitest';
import { matchLocation } from '../../../harness/runner/pool/read-identifiers.ts';

test.each([
  ['/api/books/7', { id: '7' }],
  ['https://example.org/base/api/books/7?x=1', { id: '7' }],
  ['/api/books/a%20b', { id: 'a b' }],
  ['books/7', { id: '7' }],
  ['./7', { id: '7' }],
  ['books', {}],
  ['/api/books', {}],
  ['/api/authors/7', {}],
])('Location: %s identifies %o below /api/books/{id}', (location, expected) => {
  expect(Object.fromEntries(matchLocation('/api/books/{id}', location))).toEqual(expected);
});
