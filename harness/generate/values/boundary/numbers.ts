import {
  type Decimal,
  INTEGER_FORMATS,
  isInteger,
  isMultipleOf,
  isNumber,
  toDecimal,
  toJsonNumber,
} from '../../../core/json/decimal.ts';
import { ExactNumber } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import { type Bound, lowerBounds, upperBounds } from '../../../openapi/schema/keywords/number.ts';
import { isMultipleInDoubles } from '../random/multiples.ts';
import type { CandidateValue } from './candidate-value.ts';

/** Integers that services often mishandle, whatever the format. */
const EDGE_INTEGERS: readonly (readonly [label: string, value: bigint])[] = [
  ['is 0', 0n],
  ['is 1', 1n],
  ['is -1', -1n],
  ['is 2^31 - 1', 2n ** 31n - 1n],
  ['is 2^31', 2n ** 31n],
  ['is -2^31', -(2n ** 31n)],
  ['is -2^31 - 1', -(2n ** 31n) - 1n],
  ['is 2^32', 2n ** 32n],
  ['is 2^53', 2n ** 53n],
  ['is 2^53 + 1', 2n ** 53n + 1n],
  ['is -2^53 - 1', -(2n ** 53n) - 1n],
  ['is 2^63 - 1', 2n ** 63n - 1n],
  ['is 2^63', 2n ** 63n],
  ['is -2^63', -(2n ** 63n)],
  ['is -2^63 - 1', -(2n ** 63n) - 1n],
  ['is 2^64', 2n ** 64n],
  ['is 10^30', 10n ** 30n],
];

/** Numbers from 1 to this one are unremarkable: a conforming service accepts them even if the range is unspecified. */
const MAX_UNREMARKABLE = 10n;

/** Returns numbers at and just beyond every declared bound and the limits of the common integer types. */
export function numberCandidates(effective: EffectiveSchema, isRangeUnspecified: boolean): CandidateValue[] {
  const integer = !effective.types.includes('number');
  const format = String(firstKeyword(effective, 'format') ?? '');
  const hasKnownFormat = Object.hasOwn(INTEGER_FORMATS, format);
  const targets = hasKnownFormat ? { keyword: 'format' } : {};
  const edges = EDGE_INTEGERS.map(([label, value]) => ({
    label,
    value: toJsonNumber(value),
    isUnspecified: isUnspecifiedSize(value, isRangeUnspecified, hasKnownFormat),
    ...targets,
  }));
  const bounds = [
    ...effective.schemas
      .flatMap(({ schema }) => lowerBounds(schema))
      .flatMap((bound) => boundCandidates(bound, integer, -1n)),
    ...effective.schemas
      .flatMap(({ schema }) => upperBounds(schema))
      .flatMap((bound) => boundCandidates(bound, integer, 1n)),
  ];
  const step = firstKeyword(effective, 'multipleOf');
  const isDisputed = ({ value }: CandidateValue) =>
    isNumber(step) &&
    isNumber(value) &&
    isMultipleOf(toDecimal(value), toDecimal(step)) &&
    !isMultipleInDoubles(value, Number(step));
  return [
    ...formatCandidates(format, isRangeUnspecified),
    ...bounds,
    ...multipleCandidates(effective),
    ...edges,
    ...representationCandidates(integer, hasKnownFormat),
  ].map((candidate) => (isDisputed(candidate) ? { ...candidate, isUnspecified: true } : candidate));
}

/** Without a format the size of a number is unspecified; with `x-unspecified`, the range is. */
function isUnspecifiedSize(value: bigint, isRangeUnspecified: boolean, hasFormat: boolean): boolean {
  const isUnremarkable = value >= 1n && value <= MAX_UNREMARKABLE;
  if (isRangeUnspecified && !isUnremarkable) return true;
  return !hasFormat && (value > 2n ** 31n - 1n || value < -(2n ** 31n));
}

/** Returns numbers just inside and just outside an integer format; those outside are invalid even if the range is unspecified. */
function formatCandidates(format: string, isRangeUnspecified: boolean): CandidateValue[] {
  const range = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined;
  if (!range) return [];
  return [
    {
      label: `is the smallest ${format}`,
      value: toJsonNumber(range.min),
      keyword: 'format',
      isUnspecified: isRangeUnspecified,
    },
    {
      label: `is the largest ${format}`,
      value: toJsonNumber(range.max),
      keyword: 'format',
      isUnspecified: isRangeUnspecified,
    },
    { label: `is just under ${format}`, value: toJsonNumber(range.min - 1n) },
    { label: `is just over ${format}`, value: toJsonNumber(range.max + 1n) },
    { label: `is far over ${format}`, value: new ExactNumber(`1${'0'.repeat(40)}`) },
    { label: 'is over every double', value: new ExactNumber('1e400') },
  ];
}

function boundCandidates({ keyword: name, value }: Bound, integer: boolean, outwards: bigint): CandidateValue[] {
  const limit = toDecimal(value);
  const side = outwards < 0n ? 'under' : 'over';
  const inside = outwards < 0n ? 'over' : 'under';
  const isWhole = integer && isInteger(limit);
  const unit: Decimal = isWhole ? { m: 1n, e: 0 } : { m: 1n, e: Math.min(limit.e, 0) - 1 };
  return [
    // A bound such as 1.0 is sent as 1: not every parser takes 1.0 for an integer.
    { label: `is ${name}`, value: isWhole ? writeDecimal(limit.m, limit.e) : value, keyword: name },
    { label: `is just ${side} ${name}`, value: add(limit, unit, outwards) },
    { label: `is just ${inside} ${name}`, value: add(limit, unit, -outwards) },
  ];
}

function add(a: Decimal, b: Decimal, sign: bigint): number | ExactNumber {
  const e = Math.min(a.e, b.e);
  return writeDecimal(a.m * 10n ** BigInt(a.e - e) + sign * b.m * 10n ** BigInt(b.e - e), e);
}

/** Returns `m * 10^e` in plain digits. */
function writeDecimal(m: bigint, e: number): number | ExactNumber {
  if (e >= 0) return toJsonNumber(m * 10n ** BigInt(e));
  const digits = (m < 0n ? -m : m).toString().padStart(1 - e, '0');
  const text = `${m < 0n ? '-' : ''}${digits.slice(0, e)}.${digits.slice(e)}`;
  const double = Number(text);
  return String(double) === text ? double : new ExactNumber(text);
}

function multipleCandidates(effective: EffectiveSchema): CandidateValue[] {
  const step = firstKeyword(effective, 'multipleOf');
  if (!isNumber(step)) return [];
  const { m, e } = toDecimal(step);
  const [three, four] = [writeDecimal(3n * m, e), writeDecimal(4n * m, e)];
  return [
    isMultipleInDoubles(three, Number(step))
      ? { label: 'is three times multipleOf', value: three, keyword: 'multipleOf' }
      : { label: 'is four times multipleOf', value: four, keyword: 'multipleOf' },
    { label: 'is between multiples', value: writeDecimal(25n * m, e - 1) },
    { label: 'is just over a multiple', value: writeDecimal(30n * m + 1n, e - 1) },
  ];
}

/** Returns numbers in valid but unusual representations (RFC 8259 section 6). */
function representationCandidates(integer: boolean, hasFormat: boolean): CandidateValue[] {
  // Only a format promises integers that a double cannot hold.
  const fraction: CandidateValue = integer
    ? {
        label: 'is a fraction that a double rounds away',
        value: new ExactNumber('9007199254740993.5'),
        isUnspecified: !hasFormat,
      }
    : { label: 'is 0.1', value: 0.1 };
  return [
    { label: 'is written 1.0', value: new ExactNumber('1.0'), isUnspecified: integer },
    { label: 'is written 1e1', value: new ExactNumber('1e1'), isUnspecified: integer },
    { label: 'is -0', value: new ExactNumber('-0'), isUnspecified: true },
    fraction,
  ];
}
