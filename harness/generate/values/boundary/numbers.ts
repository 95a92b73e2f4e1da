import {
  type Decimal,
  INTEGER_FORMATS,
  isInteger,
  isNumber,
  toDecimal,
  toJsonNumber,
} from '../../../core/json/decimal.ts';
import { ExactNumber, type JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import { type Bound, lowerBounds, upperBounds } from '../../../openapi/schema/keywords/number.ts';
import type { CandidateValue } from './candidate-value.ts';

/** Integers at which services break in practice, whatever the format. */
const EDGES: readonly (readonly [label: string, value: bigint])[] = [
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

/** Up to here a number is an everyday one, which no lawful range shuts out. */
const EVERYDAY = 10n;

/** Numbers at and just beyond every edge that a schema declares, and at those of the common integer types. */
export function numberCandidates(shape: EffectiveSchema, rangeIsOpen: boolean): CandidateValue[] {
  const integer = !shape.types.includes('number');
  const format = String(firstKeyword(shape, 'format') ?? '');
  const known = Object.hasOwn(INTEGER_FORMATS, format);
  const about = known ? { keyword: 'format' } : {};
  const edges = EDGES.map(([label, value]) => ({
    label,
    value: toJsonNumber(value),
    isUnspecified: isOpen(value, rangeIsOpen, known),
    ...about,
  }));
  const bounds = [
    ...shape.schemas.flatMap(({ schema }) => lowerBounds(schema)).flatMap((bound) => aroundBound(bound, integer, -1n)),
    ...shape.schemas.flatMap(({ schema }) => upperBounds(schema)).flatMap((bound) => aroundBound(bound, integer, 1n)),
  ];
  return [...formatEdges(format, rangeIsOpen), ...bounds, ...steps(shape), ...edges, ...spellings(integer)];
}

/** Without a format nothing says how large a number may be; within a gap, which numbers are in range. */
function isOpen(value: bigint, rangeIsOpen: boolean, hasFormat: boolean): boolean {
  const everyday = value >= 1n && value <= EVERYDAY;
  if (rangeIsOpen && !everyday) return true;
  return !hasFormat && (value > 2n ** 31n - 1n || value < -(2n ** 31n));
}

/** Just inside and just outside of an integer format; what is outside is refused even where the range is open. */
function formatEdges(format: string, rangeIsOpen: boolean): CandidateValue[] {
  const range = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined;
  if (!range) return [];
  return [
    {
      label: `is the smallest ${format}`,
      value: toJsonNumber(range.min),
      keyword: 'format',
      isUnspecified: rangeIsOpen,
    },
    {
      label: `is the largest ${format}`,
      value: toJsonNumber(range.max),
      keyword: 'format',
      isUnspecified: rangeIsOpen,
    },
    { label: `is just under ${format}`, value: toJsonNumber(range.min - 1n) },
    { label: `is just over ${format}`, value: toJsonNumber(range.max + 1n) },
    { label: `is far over ${format}`, value: new ExactNumber(`1${'0'.repeat(40)}`) },
    { label: 'is over every double', value: new ExactNumber('1e400') },
  ];
}

function aroundBound({ keyword: name, value }: Bound, integer: boolean, outwards: bigint): CandidateValue[] {
  const limit = toDecimal(value);
  const side = outwards < 0n ? 'under' : 'over';
  const inside = outwards < 0n ? 'over' : 'under';
  const unit: Decimal = integer && isInteger(limit) ? { m: 1n, e: 0 } : { m: 1n, e: Math.min(limit.e, 0) - 1 };
  return [
    { label: `is ${name}`, value, keyword: name },
    { label: `is just ${side} ${name}`, value: add(limit, unit, outwards) },
    { label: `is just ${inside} ${name}`, value: add(limit, unit, -outwards) },
  ];
}

function add(a: Decimal, b: Decimal, sign: bigint): number | ExactNumber {
  const e = Math.min(a.e, b.e);
  return spell(a.m * 10n ** BigInt(a.e - e) + sign * b.m * 10n ** BigInt(b.e - e), e);
}

/** `m * 10^e` in plain digits. */
function spell(m: bigint, e: number): number | ExactNumber {
  if (e >= 0) return toJsonNumber(m * 10n ** BigInt(e));
  const digits = (m < 0n ? -m : m).toString().padStart(1 - e, '0');
  const text = `${m < 0n ? '-' : ''}${digits.slice(0, e)}.${digits.slice(e)}`;
  const double = Number(text);
  return String(double) === text ? double : new ExactNumber(text);
}

function steps(shape: EffectiveSchema): CandidateValue[] {
  const step = firstKeyword(shape, 'multipleOf');
  if (!isNumber(step)) return [];
  const { m, e } = toDecimal(step);
  return [
    { label: 'is three times multipleOf', value: spell(3n * m, e), keyword: 'multipleOf' },
    { label: 'is between multiples', value: spell(25n * m, e - 1) },
    { label: 'is just over a multiple', value: spell(30n * m + 1n, e - 1) },
  ];
}

/** RFC 8259 section 6 allows these spellings; a reader of a contract would not think of them. */
function spellings(integer: boolean): CandidateValue[] {
  const fraction: JsonValue = integer ? new ExactNumber('9007199254740993.5') : 0.1;
  return [
    { label: 'is spelt 1.0', value: new ExactNumber('1.0'), isUnspecified: integer },
    { label: 'is spelt 1e1', value: new ExactNumber('1e1'), isUnspecified: integer },
    { label: 'is -0', value: new ExactNumber('-0'), isUnspecified: true },
    { label: integer ? 'is a fraction that a double rounds away' : 'is 0.1', value: fraction },
  ];
}
