import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';
import { byLength, byPrice, type Compare, songsApp, songsDocument } from './songs-service.ts';

const found = async (spec: object, orders: Parameters<typeof songsApp>[0]) => {
  const options = { suites: ['stateful'], consistency: 0, runs: 0, seed: 1 } as const;
  const { findings } = await verify({ spec, app: songsApp(orders), ...options });
  return findings.map(({ message }) => message);
};
const texts = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : Number(String(a) > String(b)));
const AS_TEXTS: Compare = (a, b) => texts(a.length, b.length);
const PRICE_AS_TEXTS: Compare = (a, b) => texts(a.price, b.price);
const NUMERIC = 'In the order of `sort`. Prices are ordered as numbers.';
const wrong = (by: string) => `the list is not in the order that ${by} says`;

test('numbers are in the order of numbers, 9 before 10', async () => {
  expect(await found(songsDocument(), {})).toEqual([]);
  expect(await found(songsDocument(), { length: AS_TEXTS })).toEqual([wrong('sort=length')]);
});

test('amounts that are texts are in the order of numbers where the document says so', async () => {
  expect(await found(songsDocument(NUMERIC), {})).toEqual([]);
  expect(await found(songsDocument(NUMERIC), { price: PRICE_AS_TEXTS })).toEqual([wrong('sort=price')]);
  expect(await found(songsDocument(), { price: PRICE_AS_TEXTS })).toEqual([]);
});

test('a list has the default order of its parameter', async () => {
  const spec = songsDocument('', { default: '-length' });
  const longest: Compare = (a, b) => -byLength(a, b);
  expect(await found(spec, { usual: longest })).toEqual([]);
  expect(await found(spec, { usual: byLength })).toEqual([wrong('the default sort=-length')]);
});

test('a default order is none where the document has another one, or where it has no direction', async () => {
  const pinned = songsDocument('Songs that are pinned come before all others.', { default: '-length' });
  expect(await found(pinned, { usual: byLength })).toEqual([]);
  const reversed: Compare = (a, b) => -byPrice(a, b);
  expect(await found(songsDocument('', { default: 'price' }), { usual: reversed })).toEqual([]);
});

test('the mock orders numbers as such, and has the default order', async () => {
  expect(await findingsOnMock(songsDocument(NUMERIC, { default: '-length' }))).toEqual([]);
});
