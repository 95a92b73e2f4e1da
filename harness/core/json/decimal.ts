import { ExactNumber, type JsonValue } from '../model.ts';

/** A decimal number `m * 10^e`; `m` has no trailing zeros, so that it is an integer exactly when `e >= 0`. */
export interface Decimal {
  readonly m: bigint;
  readonly e: number;
}

const FAR = Number.MAX_SAFE_INTEGER / 4;
const ZERO: Decimal = { m: 0n, e: 0 };

/** True for a JSON number, exact or double. */
export function isNumber(value: JsonValue | undefined): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Reading so many digits takes a while: up to seconds for the millions that an answer may have. */
const LONG = 1000;
const longOnes = new WeakMap<ExactNumber, Decimal>();

/** The exact value of a JSON number; an exponent of any size is kept, not expanded. */
export function toDecimal(value: number | ExactNumber): Decimal {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return stripped(BigInt(value), 0);
  if (typeof value === 'number' || value.text.length < LONG) return read(value);
  const known = longOnes.get(value) ?? read(value);
  longOnes.set(value, known);
  return known;
}

function read(value: number | ExactNumber): Decimal {
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) throw new RangeError(`not a JSON number: ${text}`);
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const exponent = Math.max(-FAR, Math.min(FAR, Number(power)));
  const digits = (whole + fraction).replace(/^0+(?=.)/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return ZERO;
  const m = BigInt(`${sign}${significant}`);
  return { m, e: exponent - fraction.length + digits.length - significant.length };
}

function stripped(m: bigint, e: number): Decimal {
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

/** Decimal digits of one that is hexadecimal. */
const OF_HEX = Math.log10(16);

/** About how many digits stand before the point, within two: hexadecimal ones are counted in no time, however many there are. */
function size({ m, e }: Decimal): number {
  return digits(m, 16) * OF_HEX + e;
}

/** How many digits a number has that is written without an exponent, within two. */
export function decimalDigits(value: Decimal): number {
  return Math.max(Math.abs(size(value)), Math.abs(value.e), digits(value.m, 16) * OF_HEX);
}

/** Negative, 0 or positive, as in a sort; numbers far apart are told by their number of digits. */
export function compare(a: Decimal, b: Decimal): number {
  const sign = Number(a.m > 0n) - Number(a.m < 0n);
  const other = Number(b.m > 0n) - Number(b.m < 0n);
  if (sign !== other) return sign - other;
  if (sign === 0) return 0;
  const apart = size(a) - size(b);
  if (Math.abs(apart) > 4) return Math.sign(apart) * sign;
  const magnitude = digits(a.m) + a.e - (digits(b.m) + b.e);
  if (magnitude !== 0) return Math.sign(magnitude) * sign;
  const e = Math.min(a.e, b.e);
  const left = a.m * 10n ** BigInt(a.e - e);
  const right = b.m * 10n ** BigInt(b.e - e);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** True where `value` divided by `step` is an integer, exactly (JSON Schema validation, section 6.2.1). */
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

/** The number as JSON, a double where that is exact. */
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
