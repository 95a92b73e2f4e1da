import { type Arbitrary, constantFrom, oneof } from 'fast-check';
import { type Decimal, INTEGER_FORMATS, isNumber, toDecimal } from '../../../core/json/decimal.ts';
import { ExactNumber, type JsonValue } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { lowerBounds, upperBounds } from '../../../openapi/schema/keywords/number.ts';
import { isUnspecified } from '../../../openapi/unspecified.ts';
import { BigIntArbitrary } from './arbitraries/bigint.ts';
import {
  type Bound,
  inclusiveBound,
  indexIn,
  leastCommonMultiple,
  type SteppedRange,
  steppedRange,
  tighterBound,
  toJsonNumber,
} from './multiples.ts';

const RANGE = ['minimum', 'maximum', 'range'];

/** Numbers at which services break in practice. */
const EDGES: readonly bigint[] = [31n, 32n, 53n, 63n, 64n].flatMap((bits) =>
  [-1n, 0n, 1n].flatMap((delta) => [2n ** bits + delta, -(2n ** bits) + delta]),
);

/** Where the contract sets no range: what is lawful everywhere. `narrow`: it also narrows the range that is declared. */
const WINDOWS = {
  everyday: { least: inclusiveBound(1n), most: inclusiveBound(10n), narrow: true },
  int32: { least: inclusiveBound(-(2n ** 31n)), most: inclusiveBound(2n ** 31n - 1n), narrow: false },
  int64: { least: inclusiveBound(-(2n ** 63n)), most: inclusiveBound(2n ** 63n - 1n), narrow: false },
} as const;
type Window = (typeof WINDOWS)[keyof typeof WINDOWS];

/** Steps between fractions, coarse ones first: the first that gives some choice between the bounds is taken. */
const FRACTIONS: readonly Decimal[] = [-1, -2, -3, -6, -9, -18].map((e) => ({ m: 1n, e }));
const SOME_CHOICE = 100n;

/** Numbers of parts that all hold, in plain digits; undefined where they leave none. */
export function numberArbitrary(
  document: OpenApiDocument,
  parts: EffectiveSchema['schemas'],
  integer: boolean,
  open: boolean,
): Arbitrary<JsonValue> | undefined {
  const lattice = latticeOf(document, parts, integer, open);
  if (!lattice || lattice.min > lattice.max) return undefined;
  const { min, max, step } = lattice;
  const near = [min, min + 1n, max - 1n, max].filter((place) => place >= min && place <= max);
  const edges = [0n, 1n, -1n, ...EDGES].flatMap(
    (edge) => indexIn(lattice, toDecimal(new ExactNumber(String(edge)))) ?? [],
  );
  const places = new BigIntArbitrary(min, max, [...near, ...edges]);
  const plain = places.map((place): JsonValue => toJsonNumber(place, step));
  return open && integer ? oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: oddlySpelt }) : plain;
}

/** Integers that readers take for fractions, or cannot read at all (JSON Schema core, section 6.3). */
const oddlySpelt = constantFrom<JsonValue>(...['1.0', '1e1', '10E-1', '-0'].map((text) => new ExactNumber(text)));

function latticeOf(
  document: OpenApiDocument,
  parts: EffectiveSchema['schemas'],
  integer: boolean,
  open: boolean,
): SteppedRange | undefined {
  const schemas = parts.map(({ schema }) => schema);
  const ranges = schemas.flatMap(({ format }) => rangeOf(format));
  const limits = {
    low: [...schemas.flatMap(lowerBounds), ...ranges.map(({ min }) => inclusiveBound(min))].filter(({ limit }) =>
      isNear(limit),
    ),
    high: [...schemas.flatMap(upperBounds), ...ranges.map(({ max }) => inclusiveBound(max))].filter(({ limit }) =>
      isNear(limit),
    ),
  };
  const rangeIsOpen = parts.some(({ pointer }) => isUnspecified(document, pointer, RANGE));
  const window = open ? WINDOWS.int64 : rangeIsOpen ? WINDOWS.everyday : WINDOWS.int32;
  const multiples = schemas.flatMap(({ multipleOf }) => (isNumber(multipleOf) ? [toDecimal(multipleOf)] : []));
  const steps = [...multiples, ...(integer ? [{ m: 1n, e: 0 }] : [])].filter((step) => step.m > 0n && isNear(step));
  if (steps.length > 0) return between(leastCommonMultiple(steps), limits, window);
  const tried = FRACTIONS.map((step) => between(step, limits, window));
  return tried.find(({ min, max }) => max - min >= SOME_CHOICE) ?? tried.at(-1);
}

/** 1e999999999 is a lawful number, and too far away to be counted up to. */
function isNear({ e }: Decimal): boolean {
  return Math.abs(e) < 400;
}

function rangeOf(format: JsonValue | undefined): { readonly min: bigint; readonly max: bigint }[] {
  const name = String(format);
  const range = Object.hasOwn(INTEGER_FORMATS, name) ? INTEGER_FORMATS[name] : undefined;
  return range ? [range] : [];
}

interface Limits {
  readonly low: readonly Bound[];
  readonly high: readonly Bound[];
}

/** The numbers between what is declared, or the window where nothing is; where the window lies elsewhere, those next to the declared end. */
function between(step: Decimal, limits: Limits, window: Window): SteppedRange {
  const [low, high] = [strictest(limits.low, 1), strictest(limits.high, -1)];
  const [least, most] = [low ?? window.least, high ?? window.most];
  const all = steppedRange(step, least, most);
  const within = window.narrow
    ? steppedRange(step, tighterBound(least, window.least, 1), tighterBound(most, window.most, -1))
    : all;
  if (within.min <= within.max) return within;
  if (!low) return { ...all, min: all.max - SOME_CHOICE };
  return high ? all : { ...all, max: all.min + SOME_CHOICE };
}

function strictest(limits: readonly Bound[], sign: 1 | -1): Bound | undefined {
  return limits.length === 0 ? undefined : limits.reduce((a, b) => tighterBound(a, b, sign));
}
