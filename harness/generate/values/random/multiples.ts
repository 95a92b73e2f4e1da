import { compare, type Decimal, isMultipleOf, isNumber, toDecimal } from '../../../core/json/decimal.ts';
import { parseNumber } from '../../../core/json/index.ts';
import { ExactNumber, type JsonValue } from '../../../core/model.ts';

/** The numbers `k * step` for every integer k from `min` to `max`, in exact arithmetic. */
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

/** Returns the least common multiple of the steps. */
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

/** Returns the multiples of a step between two bounds; `min` exceeds `max` if there are none. */
export function steppedRange(step: Decimal, low: Bound, high: Bound): SteppedRange {
  return { step, min: -floorDivide(negated(low), step), max: floorDivide(high, step) };
}

/**
 * False for a multiple that the usual validators reject, since they divide doubles: 0.3 / 0.1 is 2.9999999999999996. What such a service
 * does with it is no violation that its users would know of.
 */
export function isMultipleInDoubles(value: JsonValue, step: number): boolean {
  return !isNumber(value) || Number.isInteger(Number(value) / step);
}

/** Returns the index of a number in the range; undefined if it is not in it. */
export function indexIn({ step, min, max }: SteppedRange, value: Decimal): bigint | undefined {
  if (!isMultipleOf(value, step)) return undefined;
  const index = floorDivide({ limit: value, exclusive: false }, step);
  return index >= min && index <= max ? index : undefined;
}

/** Returns the greatest k for which `k * step` is within the bound. */
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

/** Returns `index * step` in plain digits, without an exponent. */
export function toJsonNumber(index: bigint, { m, e }: Decimal): number | ExactNumber {
  return parseNumber(digits(index * m, e));
}

function digits(m: bigint, e: number): string {
  if (e >= 0) return String(m * 10n ** BigInt(e));
  const text = (m < 0n ? -m : m).toString().padStart(1 - e, '0');
  return `${m < 0n ? '-' : ''}${text.slice(0, e)}.${text.slice(e)}`.replace(/\.?0+$/, '');
}

/** Returns the tighter of two lower bounds; with `sign` -1, of two upper bounds. */
export function tighterBound(a: Bound, b: Bound, sign: 1 | -1): Bound {
  const order = compare(a.limit, b.limit) * sign;
  return order > 0 || (order === 0 && a.exclusive) ? a : b;
}

/** Returns an inclusive bound. */
export function inclusiveBound(value: bigint): Bound {
  return { limit: toDecimal(new ExactNumber(String(value))), exclusive: false };
}
