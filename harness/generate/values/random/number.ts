import { type Arbitrary, constantFrom, oneof } from 'fast-check';
import { type Decimal, INTEGER_FORMATS, isNumber, toDecimal } from '../../../core/json/decimal.ts';
import { ExactNumber, type JsonValue } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { lowerBounds, upperBounds } from '../../../openapi/schema/keywords/number.ts';
import { isUnspecified } from '../../../openapi/unspecified.ts';
import { BigIntArbitrary } from './arbitraries/bigint.ts';
import { BoundedFilterArbitrary } from './arbitraries/bounded-filter.ts';
import {
  type Bound,
  inclusiveBound,
  indexIn,
  isMultipleInDoubles,
  leastCommonMultiple,
  type SteppedRange,
  steppedRange,
  tighterBound,
  toJsonNumber,
} from './multiples.ts';

const RANGE = ['minimum', 'maximum', 'range'];

/** Limits of the common integer types and their neighbors. */
const INTEGER_TYPE_LIMITS: readonly bigint[] = [31n, 32n, 53n, 63n, 64n].flatMap((bits) =>
  [-1n, 0n, 1n].flatMap((delta) => [2n ** bits + delta, -(2n ** bits) + delta]),
);

/** Ranges of numbers without declared bounds. `narrow`: also narrows declared bounds. */
const DEFAULT_RANGES = {
  unremarkable: { least: inclusiveBound(1n), most: inclusiveBound(10n), narrow: true },
  int32: { least: inclusiveBound(-(2n ** 31n)), most: inclusiveBound(2n ** 31n - 1n), narrow: false },
  int64: { least: inclusiveBound(-(2n ** 63n)), most: inclusiveBound(2n ** 63n - 1n), narrow: false },
} as const;
type DefaultRange = (typeof DEFAULT_RANGES)[keyof typeof DEFAULT_RANGES];

/** Steps between non-integer numbers, coarse ones first; the first with enough values between the bounds is used. */
const DECIMAL_STEPS: readonly Decimal[] = [-1, -2, -3, -6, -9, -18].map((e) => ({ m: 1n, e }));
const MIN_RANGE_SIZE = 100n;

/** Returns an arbitrary of numbers valid against all schemas, in plain digits; undefined if there are none. */
export function numberArbitrary(
  document: OpenApiDocument,
  parts: EffectiveSchema['schemas'],
  integer: boolean,
  includeUnspecified: boolean,
): Arbitrary<JsonValue> | undefined {
  const range = rangeOfSchemas(document, parts, integer, includeUnspecified);
  if (!range || range.min > range.max) return undefined;
  const { min, max, step } = range;
  const nearBounds = [min, min + 1n, max - 1n, max].filter((index) => index >= min && index <= max);
  const edges = [0n, 1n, -1n, ...INTEGER_TYPE_LIMITS].flatMap(
    (edge) => indexIn(range, toDecimal(new ExactNumber(String(edge)))) ?? [],
  );
  const indexes = new BigIntArbitrary(min, max, [...nearBounds, ...edges]);
  const exact = indexes.map((index): JsonValue => toJsonNumber(index, step));
  const plain = hasMultiples(parts) && max - min >= MIN_RANGE_SIZE ? ofUsualValidators(exact, step) : exact;
  return includeUnspecified && integer
    ? oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: unusualIntegers })
    : plain;
}

function hasMultiples(parts: EffectiveSchema['schemas']): boolean {
  return parts.some(({ schema }) => isNumber(schema['multipleOf']));
}

function ofUsualValidators(numbers: Arbitrary<JsonValue>, { m, e }: Decimal): Arbitrary<JsonValue> {
  const step = Number(`${m}e${e}`);
  return e < 0 ? new BoundedFilterArbitrary(numbers, (value) => isMultipleInDoubles(value, step)) : numbers;
}

/** Integers that some parsers take for non-integers or reject (JSON Schema core, section 6.3). */
const unusualIntegers = constantFrom<JsonValue>(...['1.0', '1e1', '10E-1', '-0'].map((text) => new ExactNumber(text)));

function rangeOfSchemas(
  document: OpenApiDocument,
  parts: EffectiveSchema['schemas'],
  integer: boolean,
  includeUnspecified: boolean,
): SteppedRange | undefined {
  const schemas = parts.map(({ schema }) => schema);
  const ranges = schemas.flatMap(({ format }) => formatRange(format));
  const limits = {
    low: [...schemas.flatMap(lowerBounds), ...ranges.map(({ min }) => inclusiveBound(min))].filter(({ limit }) =>
      isFeasible(limit),
    ),
    high: [...schemas.flatMap(upperBounds), ...ranges.map(({ max }) => inclusiveBound(max))].filter(({ limit }) =>
      isFeasible(limit),
    ),
  };
  const isRangeUnspecified = parts.some(({ pointer }) => isUnspecified(document, pointer, RANGE));
  const defaultRange = includeUnspecified
    ? DEFAULT_RANGES.int64
    : isRangeUnspecified
      ? DEFAULT_RANGES.unremarkable
      : DEFAULT_RANGES.int32;
  const multiples = schemas.flatMap(({ multipleOf }) => (isNumber(multipleOf) ? [toDecimal(multipleOf)] : []));
  const steps = [...multiples, ...(integer ? [{ m: 1n, e: 0 }] : [])].filter((step) => step.m > 0n && isFeasible(step));
  if (steps.length > 0) return rangeBetween(leastCommonMultiple(steps), limits, defaultRange);
  const tried = DECIMAL_STEPS.map((step) => rangeBetween(step, limits, defaultRange));
  return tried.find(({ min, max }) => max - min >= MIN_RANGE_SIZE) ?? tried.at(-1);
}

/** Excludes numbers such as 1e999999999, which are valid but too large for exact arithmetic. */
function isFeasible({ e }: Decimal): boolean {
  return Math.abs(e) < 400;
}

function formatRange(format: JsonValue | undefined): { readonly min: bigint; readonly max: bigint }[] {
  const name = String(format);
  const range = Object.hasOwn(INTEGER_FORMATS, name) ? INTEGER_FORMATS[name] : undefined;
  return range ? [range] : [];
}

interface Limits {
  readonly low: readonly Bound[];
  readonly high: readonly Bound[];
}

/** Returns the numbers between the declared bounds, by default those of the range; if they are disjoint, those next to the declared bound. */
function rangeBetween(step: Decimal, limits: Limits, defaultRange: DefaultRange): SteppedRange {
  const [low, high] = [tightest(limits.low, 1), tightest(limits.high, -1)];
  const [min, max] = [low ?? defaultRange.least, high ?? defaultRange.most];
  const all = steppedRange(step, min, max);
  const within = defaultRange.narrow
    ? steppedRange(step, tighterBound(min, defaultRange.least, 1), tighterBound(max, defaultRange.most, -1))
    : all;
  if (within.min <= within.max) return within;
  if (!low) return { ...all, min: all.max - MIN_RANGE_SIZE };
  return high ? all : { ...all, max: all.min + MIN_RANGE_SIZE };
}

function tightest(limits: readonly Bound[], sign: 1 | -1): Bound | undefined {
  return limits.length === 0 ? undefined : limits.reduce((a, b) => tighterBound(a, b, sign));
}
