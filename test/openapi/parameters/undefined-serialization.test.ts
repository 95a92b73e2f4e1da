import { expect, test } from 'vitest';
import { unreadParts } from '../../../harness/openapi/unread.ts';
import { load } from '../documents.ts';

const unread = (parameter: string) =>
  unreadParts(
    load({
      'spec.yaml': `openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: { /a: { get: { parameters: [{ name: p, in: query, ${parameter} }], responses: {} } } }\n`,
    }).document,
  ).map(({ description }) => description);

const NOT_TESTED = ['query parameter p is not tested: style form has no serialization for its schema'];

test.each([
  [
    'an exploded map, whose names are any query',
    'schema: { type: object, additionalProperties: { type: string } }',
    NOT_TESTED,
  ],
  ['an exploded object without names', 'schema: { type: object }', NOT_TESTED],
  ['a list of lists', 'schema: { type: array, items: { type: array, items: {} } }', NOT_TESTED],
  ['a map with brackets', 'style: deepObject, schema: { type: object, additionalProperties: { type: string } }', []],
  ['a listed map', 'explode: false, schema: { type: object, additionalProperties: { type: string } }', []],
  ['an exploded object with names', 'schema: { type: object, properties: { a: { type: string } } }', []],
])('%s', (_, parameter, expected) => {
  expect(unread(parameter)).toEqual(expected);
});
