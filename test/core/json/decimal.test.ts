import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compare,
  type Decimal,
  INTEGER_FORMATS,
  isInteger,
  isMultipleOf,
  isNumber,
  toDecimal,
  toJsonNumber,
} from '../../../harness/core/json/decimal.ts';
import { parseNumber } from '../../../harness/core/json/index.ts';
import { ExactNumber } from '../../../harness/core/model.ts';
import { ProcessorTime } from '../../processor-time.ts';

const of = (text: string): Decimal => toDecimal(parseNumber(text));

/** Numerals with exponents small enough that plain fractions can validate them. */
const numeral = fc.stringMatching(/^-?(?:0|[1-9]\d{0,22})(?:\.\d{1,9})?(?:[eE][+-]?\d)?$/);

/** The value of a numeral times 10^40, as an integer. */
function scaled(text: string): bigint {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(40 - fraction.length + Number(power));
}

describe('a number is parsed exactly', () => {
  test.each([
    ['0', 0n, 0],
    ['-0', 0n, 0],
    ['0.000', 0n, 0],
    ['0e999999999', 0n, 0],
    ['100', 1n, 2],
    ['1.0', 1n, 0],
    ['1e2', 1n, 2],
    ['1.50', 15n, -1],
    ['0.001', 1n, -3],
    ['-12.30e+5', -123n, 4],
    ['9007199254740993.5', 90071992547409935n, -1],
    ['9223372036854775807', 9223372036854775807n, 0],
    ['1e-7', 1n, -7],
  ])('%s', (text, m, e) => {
    expect(of(text)).toEqual({ m, e });
  });

  test('a double is parsed by its printed text', () => {
    expect(toDecimal(0.1)).toEqual({ m: 1n, e: -1 });
    expect(toDecimal(1e21)).toEqual({ m: 1n, e: 21 });
    expect(toDecimal(5e-324)).toEqual({ m: 5n, e: -324 });
  });

  test('text that is not a number is rejected', () => {
    expect(() => toDecimal(new ExactNumber('1x'))).toThrow(RangeError);
    expect(() => toDecimal(Number.NaN)).toThrow(RangeError);
  });

  test('isNumber distinguishes numbers from other values', () => {
    expect([1, new ExactNumber('1.0')].every(isNumber)).toBe(true);
    expect([null, '1', [], {}, undefined, true].some(isNumber)).toBe(false);
  });
});

describe('integers', () => {
  test.each(['1', '1.0', '1e2', '-3.00', '9223372036854775808', '1e999999999', '120e-1', '0.0'])(
    '%s is one',
    (text) => {
      expect(isInteger(of(text))).toBe(true);
    },
  );

  test.each(['1.5', '9007199254740993.5', '1e-1', '1e-999999999', '-0.1'])('%s is none', (text) => {
    expect(isInteger(of(text))).toBe(false);
  });

  test.each([
    ['int32', '2147483647', '-2147483648'],
    ['int64', '9223372036854775807', '-9223372036854775808'],
    ['uint64', '18446744073709551615', '0'],
  ])('%s has the bounds of its width', (name, max, min) => {
    expect(INTEGER_FORMATS[name]).toEqual({ max: BigInt(max), min: BigInt(min) });
  });

  test('a big integer becomes a double only if that is exact', () => {
    expect(toJsonNumber(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
    expect(toJsonNumber(2n ** 53n)).toEqual(new ExactNumber('9007199254740992'));
    expect(toJsonNumber(-(2n ** 63n))).toEqual(new ExactNumber('-9223372036854775808'));
  });
});

describe('order', () => {
  test('compare agrees with fractions', () => {
    fc.assert(
      fc.property(numeral, numeral, (a, b) => {
        const [left, right] = [scaled(a), scaled(b)];
        expect(Math.sign(compare(of(a), of(b)))).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
      { numRuns: 1000 },
    );
  });

  test('compare is a total order', () => {
    const any = fc.stringMatching(/^-?(?:0|[1-9]\d{0,5})(?:\.\d{1,3})?(?:[eE][+-]?\d{1,12})?$/).map(of);
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        expect(compare(a, a)).toBe(0);
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['9223372036854775808', '9223372036854775807', 1],
    ['1e999999999', '9223372036854775807', 1],
    ['-1e999999999', '-9223372036854775808', -1],
    ['1e-999999999', '0', 1],
    ['1e999999999', '10e999999998', 0],
    ['1.0', '1', 0],
  ])('%s to %s gives %i', (a, b, order) => {
    expect(Math.sign(compare(of(a), of(b)))).toBe(order);
  });
});

describe('multiples', () => {
  test('isMultipleOf agrees with fractions', () => {
    const step = numeral.filter((text) => scaled(text) > 0n);
    const multiple = fc.tuple(step, fc.bigInt({ min: -1000n, max: 1000n }));
    const pair = fc.oneof(
      fc.tuple(numeral, step),
      multiple.map(([text, factor]) => [`${scaled(text) * factor}e-40`, text] as const),
    );
    fc.assert(
      fc.property(pair, ([value, divisor]) => {
        expect(isMultipleOf(of(value), of(divisor))).toBe(scaled(value) % scaled(divisor) === 0n);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['0.3', '0.1', true],
    ['19.99', '0.01', true],
    ['0.35', '0.1', false],
    ['1e308', '0.123456789', false],
    ['9007199254740993', '2', false],
    ['1e999999999', '3', false],
    ['3e999999999', '3', true],
    ['1e-999999999', '3', false],
    ['1e999999999', '0.5', true],
    ['0', '7', true],
  ])('%s of %s: %s', (value, step, expected) => {
    expect(isMultipleOf(of(value), of(step))).toBe(expected);
  });
});

test('a huge exponent takes no time', () => {
  const time = new ProcessorTime();
  for (const text of ['1e999999999', '-1e-999999999', '1.5e99999999999999999999']) {
    const value = of(text);
    compare(value, of('9223372036854775807'));
    isMultipleOf(value, of('0.01'));
    isInteger(value);
  }
  expect(time.ms).toBeLessThan(500);
});

test('a number with millions of digits is compared fast with a short one, and exactly with another', () => {
  const long = new ExactNumber(`${'9'.repeat(2_000_000)}7`);
  toDecimal(long);
  const time = new ProcessorTime();
  for (let turn = 0; turn < 20; turn++) expect(compare(toDecimal(long), of('9223372036854775807'))).toBe(1);
  expect(time.ms).toBeLessThan(1000);
  expect(compare(of(`-1${'0'.repeat(2000)}1`), of(`-1${'0'.repeat(2000)}2`))).toBe(1);
});
