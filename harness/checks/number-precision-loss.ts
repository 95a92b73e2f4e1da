import { compare, type Decimal, isInteger, toDecimal } from '../core/json/decimal.ts';
import type { ExactNumber } from '../core/model.ts';

/** A service may also start its own ids at the limits of int64. */
const INT64_LIMIT = 2 ** 63;

/** A service may generate smaller values itself, by counting. */
const MAX_SEQUENTIAL_ID = 2 ** 24;

/** Default number of digits when printing: printf and C++ streams, awk and Lua, older PHP. */
const DEFAULT_PRINT_DIGITS = [6, 14, 15];

/**
 * Describes what a narrower type made of an integer.
 *
 * Non-integers are ignored: a service may hold them as doubles, because no JSON Schema format forbids that.
 * @returns undefined if the received value can have another origin
 */
export function detectPrecisionLoss(sent: number | ExactNumber, received: number | ExactNumber): string | undefined {
  const [from, to] = [toDecimal(sent), toDecimal(received)];
  const double = Number(String(sent));
  if (!isInteger(from) || !Number.isFinite(double) || compare(from, to) === 0) return undefined;
  const isOneOf = (values: readonly Decimal[]) => values.some((value) => compare(value, to) === 0);
  if (isOneOf(rounded(double, 17))) return 'was rounded to a double';
  if (isOneOf(rounded(Math.fround(double), 9))) return 'was rounded to a 32-bit float';
  if (isOneOf(asInt32(from))) return 'was truncated to 32 bits';
  const digits = DEFAULT_PRINT_DIGITS.find((count) => isOneOf([toDecimal(Number(double.toPrecision(count)))]));
  return digits === undefined ? undefined : `was rounded to ${digits} digits`;
}

/** Returns a rounded number as it may be printed: its exact value, and the shortest digits that identify it. */
function rounded(value: number, maxDigits: number): Decimal[] {
  if (!Number.isFinite(value)) return [];
  const isFloat = maxDigits < 17;
  const printed = Array.from({ length: maxDigits }, (_, index) => Number(value.toPrecision(index + 1)));
  const shortest = isFloat ? printed.find((candidate) => Math.fround(candidate) === value) : value;
  const exact = Math.abs(value) === INT64_LIMIT ? [] : [{ m: BigInt(Math.trunc(value)), e: 0 }];
  return [...(shortest === undefined ? [] : [toDecimal(shortest)]), ...exact];
}

/** Returns the low 32 bits of an integer, and the nearest limit of int32. */
function asInt32({ m, e }: Decimal): Decimal[] {
  if (e > 20) return [];
  const value = m * 10n ** BigInt(e);
  const wrapped = BigInt.asIntN(32, value);
  if (wrapped === value) return [];
  const clamped = value < 0n ? -(2n ** 31n) : 2n ** 31n - 1n;
  return [wrapped, clamped]
    .filter((candidate) => candidate >= MAX_SEQUENTIAL_ID || candidate <= -MAX_SEQUENTIAL_ID)
    .map((candidate) => ({ m: candidate, e: 0 }));
}
