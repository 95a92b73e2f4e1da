import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, type Decimal, isMultipleOf, toDecimal } from '../../../../harness/core/json/decimal.ts';
import { parseNumber } from '../../../../harness/core/json/index.ts';
import { ExactNumber } from '../../../../harness/core/model.ts';
import {
  inclusiveBound,
  indexIn,
  leastCommonMultiple,
  steppedRange,
  toJsonNumber,
} from '../../../../harness/generate/values/random/multiples.ts';
import { drawn } from '../../random/helpers.ts';

const number = fc.tuple(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), fc.integer({ min: -6, max: 6 }));
const limit = number.map(([m, e]) => toDecimal(new ExactNumber(`${m}e${e}`)));
const step = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.integer({ min: -6, max: 6 }))
  .map(([m, e]) => toDecimal(new ExactNumber(`${m}e${e}`)));

const value = (place: bigint, by: Decimal): Decimal => toDecimal(toJsonNumber(place, by));

describe('a lattice', () => {
  test('begins with the first multiple within the limits and ends with the last', () => {
    fc.assert(
      fc.property(step, limit, limit, fc.boolean(), (by, low, high, exclusive) => {
        const { min, max } = steppedRange(by, { limit: low, exclusive }, { limit: high, exclusive });
        const sign = exclusive ? 1 : 0;
        expect(compare(value(min, by), low)).toBeGreaterThanOrEqual(sign);
        expect(compare(value(max, by), high)).toBeLessThanOrEqual(-sign);
        expect(compare(value(min - 1n, by), low)).toBeLessThan(sign);
        expect(compare(value(max + 1n, by), high)).toBeGreaterThan(-sign);
      }),
    );
  });

  test('knows the place of its own numbers, and of no others', () => {
    const range = steppedRange({ m: 5n, e: -1 }, inclusiveBound(-1n), inclusiveBound(2n ** 70n));
    expect(indexIn(range, toDecimal(1.5))).toBe(3n);
    expect(indexIn(range, toDecimal(-1))).toBe(-2n);
    expect(indexIn(range, toDecimal(new ExactNumber('1180591620717411303424')))).toBe(2n ** 71n);
    expect(indexIn(range, toDecimal(0.7))).toBeUndefined();
    expect(indexIn(range, toDecimal(-1.5))).toBeUndefined();
  });
});

test('a common step is a multiple of every step', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), (steps) => {
      const common = toDecimal(toJsonNumber(1n, leastCommonMultiple(steps)));
      expect(steps.every((each) => isMultipleOf(common, each))).toBe(true);
    }),
  );
  expect(toJsonNumber(1n, leastCommonMultiple([toDecimal(0.4), toDecimal(0.6)]))).toBe(1.2);
});

test.each([
  [10n, { m: 5n, e: -2 }, '0.5'],
  [-1n, { m: 1n, e: -9 }, '-0.000000001'],
  [0n, { m: 1n, e: -3 }, '0'],
  [20n, { m: 5n, e: -1 }, '10'],
  [3n, { m: 1n, e: 21 }, '3000000000000000000000'],
  [9007199254740993n, { m: 1n, e: 0 }, '9007199254740993'],
])('%s times %o is written in plain digits', (place, by, text) => {
  expect(toJsonNumber(place, by)).toEqual(parseNumber(text));
});

test('a multiple of a decimal is one in doubles, too, as most validators see it', () => {
  const numbers = drawn('{"type":"number","minimum":0,"maximum":1000,"multipleOf":0.1}', { count: 200 }).map(Number);
  expect(numbers.filter((each) => !Number.isInteger(each / 0.1))).toEqual([]);
});
