import { compare, type Decimal, isMultipleOf, toDecimal } from '../../../core/json/decimal.ts';
import { parseNumber } from '../../../core/json/index.ts';
import { ExactNumber } from '../../../core/model.ts';

/** The numbers `k * step` for every integer k from `least` to `most`: all arithmetic on them is exact. */
export interface SteppedRange {
  readonly step: Decimal;
  readonly min: bigint;
  readonly max: bigint;
}

export interface Bound {
  readonly limit: Decimal;
  readonly exclusive: boolean;
}

const ONE: Decimal = { m: 1n, e: 0 };

/** The smallest step of which every multiple is a multiple of all of `steps`. */
export function leastCommonMultiple(steps: readonly Decimal[]): Decimal {
  return steps.reduce(commonMultiple, steps[0] ?? ONE);
}

function commonMultiple(a: Decimal, b: Decimal): Decimal {
  const e = Math.min(a.e, b.e);
  const [left, right] = [scaled(a, e), scaled(b, e)];
  return { m: (left / greatestCommonDivisor(left, right)) * right, e };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

/** The numbers on a step that lie between limits; `least` is above `most` where there are none. */
export function steppedRange(step: Decimal, low: Bound, high: Bound): SteppedRange {
  return { step, min: -floorDivide(negated(low), step), max: floorDivide(high, step) };
}

/** The place of a number on the lattice; undefined where it lies beside or outside of it. */
export function indexIn({ step, min, max }: SteppedRange, value: Decimal): bigint | undefined {
  if (!isMultipleOf(value, step)) return undefined;
  const place = floorDivide({ limit: value, exclusive: false }, step);
  return place >= min && place <= max ? place : undefined;
}

/** The greatest k for which `k * step` keeps the limit. */
function floorDivide({ limit, exclusive }: Bound, step: Decimal): bigint {
  const e = Math.min(limit.e, step.e);
  const [value, unit] = [scaled(limit, e), scaled(step, e)];
  const quotient = value / unit;
  const floor = value < 0n && value % unit !== 0n ? quotient - 1n : quotient;
  return exclusive && floor * unit === value ? floor - 1n : floor;
}

function negated({ limit: { m, e }, exclusive }: Bound): Bound {
  return { limit: { m: -m, e }, exclusive };
}

function scaled({ m, e }: Decimal, to: number): bigint {
  return m * 10n ** BigInt(e - to);
}

/** `place * step` in plain digits, without an exponent. */
export function toJsonNumber(place: bigint, { m, e }: Decimal): number | ExactNumber {
  return parseNumber(digits(place * m, e));
}

function digits(m: bigint, e: number): string {
  if (e >= 0) return String(m * 10n ** BigInt(e));
  const text = (m < 0n ? -m : m).toString().padStart(1 - e, '0');
  return `${m < 0n ? '-' : ''}${text.slice(0, e)}.${text.slice(e)}`.replace(/\.?0+$/, '');
}

/** The stricter of two lower limits; with `sign` -1, of two upper ones. */
export function tighterBound(a: Bound, b: Bound, sign: 1 | -1): Bound {
  const order = compare(a.limit, b.limit) * sign;
  return order > 0 || (order === 0 && a.exclusive) ? a : b;
}

/** An inclusive limit. */
export function inclusiveBound(value: bigint): Bound {
  return { limit: toDecimal(new ExactNumber(String(value))), exclusive: false };
}
