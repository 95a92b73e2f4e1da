import { expect, test } from 'vitest';
import { evenHash, fnv1a, mulberry32, Sfc32, seededRandom } from '../../../harness/core/util/random.ts';

test('FNV-1a gives the published hashes', () => {
  expect(fnv1a('')).toBe(0x811c9dc5);
  expect(fnv1a('foobar')).toBe(0xbf9cf968);
});

test('mulberry32 gives the same numbers for the same seed, and others for another', () => {
  const three = (random: () => number) => [random(), random(), random()];
  expect(three(mulberry32(1))).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);
  expect(three(mulberry32(2 ** 32 + 1))).toEqual(three(mulberry32(1)));
  expect(three(seededRandom('a'))).toEqual(three(mulberry32(fnv1a('a'))));
  expect(three(mulberry32(2))).not.toEqual(three(mulberry32(1)));
});

test('an even hash has even remainders', () => {
  const counts = [0, 0, 0, 0];
  for (let index = 0; index < 4000; index++) {
    const shard = evenHash(`create: case ${index}`) % 4;
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  for (const count of counts) expect(count).toBeGreaterThan(900);
});

test('a clone of sfc32 goes on as its original does', () => {
  const random = new Sfc32(1, 2, 3);
  const copy = random.clone();
  expect([copy.next(), copy.next()]).toEqual([random.next(), random.next()]);
});
