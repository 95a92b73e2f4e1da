import { ExactNumber, type JsonValue } from '../model.ts';

/** A decimal number `m * 10^e`; `m` has no trailing zeros, so that it is an integer exactly when `e >= 0`. */
export interface Decimal {
  readonly m: bigint;
  readonly e: number;
}

/** Exponents are clamped to this, so that sums of them stay exact. */
const MAX_EXPONENT = Number.MAX_SAFE_INTEGER / 4;
const ZERO: Decimal = { m: 0n, e: 0 };

/** True for a JSON number, exact or double. */
export function isNumber(value: JsonValue | undefined): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Common parsers read such a number as infinity, which few validators tell from a number (RFC 8259 section 6). */
export function isBeyondDouble(value: JsonValue | undefined): boolean {
  return isNumber(value) && !Number.isFinite(Number(value));
}

/** Numbers with more digits are parsed once: the millions that a response may have take seconds. */
const CACHE_FROM_DIGITS = 1000;
const parsedLongNumbers = new WeakMap<ExactNumber, Decimal>();

/** Returns the exact value of a JSON number; a large exponent is kept, not expanded. */
export function toDecimal(value: number | ExactNumber): Decimal {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return withoutTrailingZeros(BigInt(value), 0);
  if (typeof value === 'number' || value.text.length < CACHE_FROM_DIGITS) return parseDecimal(value);
  const parsed = parsedLongNumbers.get(value) ?? parseDecimal(value);
  parsedLongNumbers.set(value, parsed);
  return parsed;
}

function parseDecimal(value: number | ExactNumber): Decimal {
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) throw new RangeError(`not a JSON number: ${text}`);
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const exponent = Math.max(-MAX_EXPONENT, Math.min(MAX_EXPONENT, Number(power)));
  const digits = (whole + fraction).replace(/^0+(?=.)/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return ZERO;
  const m = BigInt(`${sign}${significant}`);
  return { m, e: exponent - fraction.length + digits.length - significant.length };
}

function withoutTrailingZeros(m: bigint, e: number): Decimal {
  if (m === 0n) return ZERO;
  let mantissa = m;
  let exponent = e;
  while (mantissa % 10n === 0n) {
    mantissa /= 10n;
    exponent++;
  }
  return { m: mantissa, e: exponent };
}

/** True for 1, 1.0 and 1e2; false for 1.5 (JSON Schema validation, section 6.1.1). */
export function isInteger(value: Decimal): boolean {
  return value.e >= 0;
}

function digits(value: bigint, radix = 10): number {
  return (value < 0n ? -value : value).toString(radix).length;
}

const DECIMAL_DIGITS_PER_HEX_DIGIT = Math.log10(16);

/** Estimates the number of digits before the point within two; hexadecimal digits are counted in no time. */
function estimateDigits({ m, e }: Decimal): number {
  return digits(m, 16) * DECIMAL_DIGITS_PER_HEX_DIGIT + e;
}

/** Estimates the number of digits of a number that is written without an exponent, within two. */
export function decimalDigits(value: Decimal): number {
  return Math.max(
    Math.abs(estimateDigits(value)),
    Math.abs(value.e),
    digits(value.m, 16) * DECIMAL_DIGITS_PER_HEX_DIGIT,
  );
}

/** Compares as a sort does: negative, 0 or positive. Numbers far apart are compared by their number of digits. */
export function compare(a: Decimal, b: Decimal): number {
  const sign = Number(a.m > 0n) - Number(a.m < 0n);
  const other = Number(b.m > 0n) - Number(b.m < 0n);
  if (sign !== other) return sign - other;
  if (sign === 0) return 0;
  const difference = estimateDigits(a) - estimateDigits(b);
  if (Math.abs(difference) > 4) return Math.sign(difference) * sign;
  const magnitude = digits(a.m) + a.e - (digits(b.m) + b.e);
  if (magnitude !== 0) return Math.sign(magnitude) * sign;
  const e = Math.min(a.e, b.e);
  const left = a.m * 10n ** BigInt(a.e - e);
  const right = b.m * 10n ** BigInt(b.e - e);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** True if `value` divided by `step` is an integer, exactly (JSON Schema validation, section 6.2.1). */
export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  if (value.m === 0n) return true;
  if (step.m === 0n) return false;
  const shift = value.e - step.e;
  if (shift < 0) return false; // the step has more zeros at its end than the value
  return (value.m * powerOfTenModulo(shift, step.m)) % step.m === 0n;
}

function powerOfTenModulo(exponent: number, modulus: bigint): bigint {
  const size = modulus < 0n ? -modulus : modulus;
  let result = 1n;
  let base = 10n % size;
  for (let rest = BigInt(exponent); rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * base) % size;
    base = (base * base) % size;
  }
  return result;
}

/** Converts an integer to a JSON number: a double if that is exact. */
export function toJsonNumber(value: bigint): number | ExactNumber {
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : new ExactNumber(String(value));
}

/** Inclusive bounds of the integer formats of OpenAPI (Data Types, 3.0.3 and the format registry). */
export const INTEGER_FORMATS: Readonly<Record<string, { readonly min: bigint; readonly max: bigint }>> = {
  int8: { min: -(2n ** 7n), max: 2n ** 7n - 1n },
  uint8: { min: 0n, max: 2n ** 8n - 1n },
  int16: { min: -(2n ** 15n), max: 2n ** 15n - 1n },
  uint16: { min: 0n, max: 2n ** 16n - 1n },
  int32: { min: -(2n ** 31n), max: 2n ** 31n - 1n },
  uint32: { min: 0n, max: 2n ** 32n - 1n },
  int64: { min: -(2n ** 63n), max: 2n ** 63n - 1n },
  uint64: { min: 0n, max: 2n ** 64n - 1n },
};
