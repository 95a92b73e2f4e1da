import { expect, test } from 'vitest';
import { toldTies } from '../../../../harness/openapi/resources/prose/tie-order.ts';
import { load } from '../../documents.ts';

function tiesOf(description: string) {
  const paths = { '/books': { get: { operationId: 'list', description, responses: { 200: { description: 'ok' } } } } };
  const contract = load({
    'spec.yaml': JSON.stringify({ openapi: '3.1.0', info: { title: 'a', version: '1' }, paths }),
  });
  return contract.operations.flatMap((each) => toldTies(contract.document, each));
}

test.each<[string, string | undefined, string, boolean | undefined]>([
  ['In the order of `sort`. Books with the same value are ordered by `title`, ascending.', undefined, 'title', false],
  ['Books with the same value of the property to sort by are sorted by isbn', undefined, 'isbn', undefined],
  ['Books of the same price are ordered by their `addedAt`, descending.', 'price', 'addedAt', true],
  ['Ties are broken by `isbn`.', undefined, 'isbn', undefined],
  ['Sorted as asked; books that have equal values come by `title` in ascending order', undefined, 'title', false],
])('%s', (text, among, by, isDescending) => {
  expect(tiesOf(text)).toMatchObject([{ among, by, isDescending }]);
});

test.each([
  'Books with the same value may be ordered by title.',
  'Books with the same title are listed once.',
  'Books with the same value are ordered by title if they have one.',
  'The order of books with the same value is undefined.',
  'Books with the same value are ordered by the number of their pages',
  'Books by the same author are ordered by title.',
  'Ties are not broken by title.',
])('%s: nothing is told', (text) => {
  expect(tiesOf(text)).toEqual([]);
});
