import { expect, test } from 'vitest';
import { takesAlong } from '../../../../harness/openapi/resources/prose/cascade.ts';

test.each<[text: string, expected: boolean]>([
  ['Delete an issue with its comments', true],
  ['Deletes the issue, including all comments.', true],
  ['Deletes an issue. Its comments are deleted with it.', true],
  ['Its comments and votes are removed with it', true],
  ['Its votes and comments are removed with it', true],
  ['Delete an issue', false],
  ['Delete an issue. Comments stay.', false],
  ['Delete an issue with its comments, if there are any', false],
  ['Deletes an issue without its comments', false],
  ['Only issues with comments are deleted', false],
  ['Delete an issue; readers of its comments are told', false],
  ['Delete an issue and its votes', false],
])('%s: its comments go, too: %s', (text, expected) => {
  expect(takesAlong(['comment'], text)).toBe(expected);
});
