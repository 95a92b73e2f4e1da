import { expect, test } from 'vitest';
import { toldChangeCount } from '../../../../harness/openapi/resources/prose/change-counts.ts';
import { contractOf, item, items } from './below-document.ts';

/** By which changes a number of a book rises, as the document says of it. */
function told(description: string, name = 'version') {
  const { contract, model } = contractOf({
    '/books': items({ title: { type: 'string' } }),
    '/books/{bookId}': item({ title: { type: 'string' }, [name]: { type: 'integer', readOnly: true, description } }),
  });
  const [type] = model.types;
  const { by = [] } = (type && toldChangeCount(contract, type)) ?? {};
  return by.join(' ');
}

test.each([
  ['Incremented on every update.', 'PATCH PUT'],
  ['Starts at 1. Increased by one with each change of the book.', 'PATCH PUT'],
  ['1 after the creation; one more after each successful PATCH, deletion and restoration.', 'PATCH'],
  ['Version of the book, incremented automatically by 1 on each successful PUT or PATCH request.', 'PATCH PUT'],
  ['Raised each time the record is modified', 'PATCH PUT'],
  ['Optimistic lock: goes up by one for every write.', 'PATCH PUT'],
])('%s: this counts changes', (description, by) => {
  expect(told(description)).toBe(by);
});

test.each([
  'Not incremented on every update.',
  'Incremented on each publication.',
  'Version of the price list, raised by one with each change.',
  'Incremented by one with each change of the price.',
  'Major version, increased with every change.',
  'Increased on every update that changes the title.',
  'Incremented on each update if the book is published.',
  'May be incremented on every update.',
  'The current version of the schema; see the changelog for each change.',
])('%s: this does not', (description) => {
  expect(told(description)).toBe('');
});

test('what is not named as a version may be something else', () => {
  expect(told('Incremented on every update.', 'reprints')).toBe('');
});
