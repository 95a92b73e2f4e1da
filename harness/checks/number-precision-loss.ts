import { compare, type Decimal, isInteger, toDecimal } from '../core/json/decimal.ts';
import type { ExactNumber } from '../core/model.ts';

/** The ends of int64 are also where a service may begin with ids of its own. */
const INT64_LIMIT = 2 ** 63;

/** Nearer to zero a service may have come by its own counting. */
const MAX_SEQUENTIAL_ID = 2 ** 24;

/** Digits that are printed where nobody says how many: by printf and C++ streams, by awk and Lua, by older PHP. */
const DEFAULT_PRINT_DIGITS = [6, 14, 15];

/**
 * What a type that cannot hold an integer made of it, in words; undefined where what came back can have come about otherwise.
 * A fraction may lawfully be held as a double: JSON Schema has no format that forbids it.
 */
export function detectPrecisionLoss(sent: number | ExactNumber, back: number | ExactNumber): string | undefined {
  const [from, to] = [toDecimal(sent), toDecimal(back)];
  const double = Number(String(sent));
  if (!isInteger(from) || !Number.isFinite(double) || compare(from, to) === 0) return undefined;
  const isOne = (values: readonly Decimal[]) => values.some((value) => compare(value, to) === 0);
  if (isOne(rounded(double, 17))) return 'was rounded to a double';
  if (isOne(rounded(Math.fround(double), 9))) return 'was rounded to a float of 32 bits';
  if (isOne(inInt32(from))) return 'was cut to 32 bits';
  const kept = DEFAULT_PRINT_DIGITS.find((digits) => isOne([toDecimal(Number(double.toPrecision(digits)))]));
  return kept === undefined ? undefined : `was rounded to ${kept} digits`;
}

/** A rounded number as it is printed: with its exact value, and by the fewest digits that tell it from its neighbours. */
function rounded(value: number, digits: number): Decimal[] {
  if (!Number.isFinite(value)) return [];
  const isFloat = digits < 17;
  const printed = Array.from({ length: digits }, (_, index) => Number(value.toPrecision(index + 1)));
  const shortest = isFloat ? printed.find((each) => Math.fround(each) === value) : value;
  const exact = Math.abs(value) === INT64_LIMIT ? [] : [{ m: BigInt(Math.trunc(value)), e: 0 }];
  return [...(shortest === undefined ? [] : [toDecimal(shortest)]), ...exact];
}

/** The low 32 bits of an integer, and the end of int32 that is nearest to it. */
function inInt32({ m, e }: Decimal): Decimal[] {
  if (e > 20) return [];
  const value = m * 10n ** BigInt(e);
  const held = [BigInt.asIntN(32, value), value < 0n ? -(2n ** 31n) : 2n ** 31n - 1n];
  const isOutside = BigInt.asIntN(32, value) !== value;
  return isOutside
    ? held.filter((each) => each >= MAX_SEQUENTIAL_ID || each <= -MAX_SEQUENTIAL_ID).map((each) => ({ m: each, e: 0 }))
    : [];
}
