import { expect, test } from 'vitest';
import { pluralize, withArticle } from '../../../harness/core/util/pluralize.ts';

test('only one of a thing is singular, and large counts have separators', () => {
  const counts = [0, 1, 2, 1000, 1234567].map((count) => pluralize(count, 'clause'));
  expect(counts).toEqual(['0 clauses', '1 clause', '2 clauses', '1,000 clauses', '1,234,567 clauses']);
});

test('an irregular plural is given', () => {
  expect(pluralize(2, 'query', 'queries')).toBe('2 queries');
});

test('a count that is a string is shown as it is', () => {
  expect(['1', '9007199254740993'].map((count) => pluralize(count, 'item'))).toEqual([
    '1 item',
    '9007199254740993 items',
  ]);
});

test('a noun has the article that its sound wants', () => {
  const nouns = ['author', 'book', 'user', 'update', 'unit', 'upload', 'item', 'urn', 'one'].map(withArticle);
  expect(nouns.join(', ')).toBe('an author, a book, a user, an update, a unit, an upload, an item, an urn, a one');
});
