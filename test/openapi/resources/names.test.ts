import { expect, test } from 'vitest';
import { isPlural, nameKey, singular, words } from '../../../harness/openapi/resources/names.ts';

test.each([
  ['bookId', 'book id'],
  ['book_id', 'book id'],
  ['special-events', 'special events'],
  ['BookISBNCode', 'book isbn code'],
  ['authorIDs', 'author ids'],
  ['X-Tenant-Id', 'x tenant id'],
  ['@odata.nextLink', 'odata next link'],
  ['page2Size', 'page2 size'],
  ['größeÄnderung', 'größe änderung'],
  ['', ''],
])('the words of %s', (name, expected) => {
  expect(words(name).join(' ')).toBe(expected);
});

test.each([
  ['books', 'book'],
  ['categories', 'category'],
  ['addresses', 'address'],
  ['statuses', 'status'],
  ['houses', 'house'],
  ['clauses', 'clause'],
  ['boxes', 'box'],
  ['branches', 'branch'],
  ['cases', 'case'],
  ['sizes', 'size'],
  ['heroes', 'hero'],
  ['people', 'person'],
  ['movies', 'movie'],
  ['shelves', 'shelf'],
  ['archives', 'archive'],
  ['status', 'status'],
  ['analysis', 'analysis'],
  ['series', 'series'],
  ['apis', 'api'],
  ['bus', 'bus'],
  ['pet', 'pet'],
])('the singular of %s is %s', (word, expected) => {
  expect(singular(word)).toBe(expected);
  expect(isPlural(word)).toBe(word !== expected);
});

test('names of all conventions have one key', () => {
  expect(new Set(['special-events', 'specialEvent', 'SpecialEvents', 'special_event'].map(nameKey)).size).toBe(1);
});

test('a very long name is read in linear time', () => {
  expect(words('A'.repeat(200_000))).toHaveLength(1);
});
