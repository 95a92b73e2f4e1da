import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { byId, byTitle, type Compare, songsApp, songsDocument } from './songs-service.ts';

const BY_TITLE = 'In the order of `sort`. Songs with the same value are ordered by `title`, ascending.';
const checksOf = async (description: string, ties: (sign: number) => Compare) => {
  const options = { suites: ['stateful'], consistency: 0, runs: 2, seed: 1 } as const;
  const { findings } = await verify({ spec: songsDocument(description), app: songsApp({ ties }), ...options });
  return findings.map(({ operation, check }) => `${operation} ${check}`);
};

test('records that are equal in a chosen order are in the order that the document says', async () => {
  expect(await checksOf(BY_TITLE, () => byTitle)).toEqual([]);
  expect(await checksOf(BY_TITLE, () => (a, b) => -byTitle(a, b))).toEqual(['list list-follows-query']);
  expect(await checksOf(BY_TITLE, () => byId)).toEqual(['list list-follows-query']);
});

test('the direction of the chosen order is not that of those that are equal', async () => {
  expect(await checksOf(BY_TITLE, (sign) => (a, b) => sign * byTitle(a, b))).toEqual(['list list-follows-query']);
});

test('where the document says nothing of them, their order is free', async () => {
  expect(await checksOf('In the order of `sort`.', () => byId)).toEqual([]);
  expect(await checksOf('Songs with the same value may be ordered by title.', () => byId)).toEqual([]);
});
