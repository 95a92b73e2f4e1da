import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonStep, inclusive, latticeBetween, placeOn, spelt } from '../../../../harness/generate/values/random/multiples.ts';
import { compare, type Decimal, decimal, isMultipleOf } from '../../../../harness/core/json/decimal.ts';
import { exactNumber } from '../../../../harness/core/json/index.ts';
import { ExactNumber } from '../../../../harness/core/model.ts';

const number = fc.tuple(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), fc.integer({ min: -6, max: 6 }));
const limit = number.map(([m, e]) => decimal(new ExactNumber(`${m}e${e}`)));
const step = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.integer({ min: -6, max: 6 }))
  .map(([m, e]) => decimal(new ExactNumber(`${m}e${e}`)));

const value = (place: bigint, by: Decimal): Decimal => decimal(spelt(place, by));

describe('a lattice', () => {
  test('begins with the first multiple within the limits and ends with the last', () => {
    fc.assert(
      fc.property(step, limit, limit, fc.boolean(), (by, low, high, exclusive) => {
        const { least, most } = latticeBetween(by, { limit: low, exclusive }, { limit: high, exclusive });
        const sign = exclusive ? 1 : 0;
        expect(compare(value(least, by), low)).toBeGreaterThanOrEqual(sign);
        expect(compare(value(most, by), high)).toBeLessThanOrEqual(-sign);
        expect(compare(value(least - 1n, by), low)).toBeLessThan(sign);
        expect(compare(value(most + 1n, by), high)).toBeGreaterThan(-sign);
      }),
    );
  });

  test('knows the place of its own numbers, and of no others', () => {
    const lattice = latticeBetween({ m: 5n, e: -1 }, inclusive(-1n), inclusive(2n ** 70n));
    expect(placeOn(lattice, decimal(1.5))).toBe(3n);
    expect(placeOn(lattice, decimal(-1))).toBe(-2n);
    expect(placeOn(lattice, decimal(new ExactNumber('1180591620717411303424')))).toBe(2n ** 71n);
    expect(placeOn(lattice, decimal(0.7))).toBeUndefined();
    expect(placeOn(lattice, decimal(-1.5))).toBeUndefined();
  });
});

test('a common step is a multiple of every step', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), (steps) => {
      const common = decimal(spelt(1n, commonStep(steps)));
      expect(steps.every((each) => isMultipleOf(common, each))).toBe(true);
    }),
  );
  expect(spelt(1n, commonStep([decimal(0.4), decimal(0.6)]))).toBe(1.2);
});

test.each([
  [10n, { m: 5n, e: -2 }, '0.5'],
  [-1n, { m: 1n, e: -9 }, '-0.000000001'],
  [0n, { m: 1n, e: -3 }, '0'],
  [20n, { m: 5n, e: -1 }, '10'],
  [3n, { m: 1n, e: 21 }, '3000000000000000000000'],
  [9007199254740993n, { m: 1n, e: 0 }, '9007199254740993'],
])('%s times %o is spelt in plain digits', (place, by, text) => {
  expect(spelt(place, by)).toEqual(exactNumber(text));
});
