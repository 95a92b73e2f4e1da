import { type Arbitrary, constantFrom, oneof } from 'fast-check';
import { type Decimal, decimal, INTEGER_FORMATS, isNumber } from '../../../core/json/decimal.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { leavesOpen } from '../../../openapi/unspecified.ts';
import { lowerBounds, upperBounds } from '../../../openapi/schema/keywords/number.ts';
import type { Shape } from '../../../openapi/schema/effective-schema.ts';
import { ExactNumber, type Json } from '../../../core/model.ts';
import { Integers } from './arbitraries/bigint.ts';
import {
  commonStep,
  inclusive,
  type Lattice,
  type Limit,
  latticeBetween,
  placeOn,
  spelt,
  stricter,
} from './multiples.ts';

const RANGE = ['minimum', 'maximum', 'range'];

/** Numbers at which services break in practice. */
const EDGES: readonly bigint[] = [31n, 32n, 53n, 63n, 64n].flatMap((bits) =>
  [-1n, 0n, 1n].flatMap((delta) => [2n ** bits + delta, -(2n ** bits) + delta]),
);

/** Where the contract sets no range: what is lawful everywhere. `narrow`: it also narrows the range that is declared. */
const WINDOWS = {
  everyday: { least: inclusive(1n), most: inclusive(10n), narrow: true },
  int32: { least: inclusive(-(2n ** 31n)), most: inclusive(2n ** 31n - 1n), narrow: false },
  int64: { least: inclusive(-(2n ** 63n)), most: inclusive(2n ** 63n - 1n), narrow: false },
} as const;
type Window = (typeof WINDOWS)[keyof typeof WINDOWS];

/** Steps between fractions, coarse ones first: the first that gives some choice between the bounds is taken. */
const FRACTIONS: readonly Decimal[] = [-1, -2, -3, -6, -9, -18].map((e) => ({ m: 1n, e }));
const SOME_CHOICE = 100n;

/** Numbers of parts that all hold, in plain digits; undefined where they leave none. */
export function numberOf(
  document: OpenApiDocument,
  parts: Shape['parts'],
  integer: boolean,
  open: boolean,
): Arbitrary<Json> | undefined {
  const lattice = latticeOf(document, parts, integer, open);
  if (!lattice || lattice.least > lattice.most) return undefined;
  const { least, most, step } = lattice;
  const near = [least, least + 1n, most - 1n, most].filter((place) => place >= least && place <= most);
  const edges = [0n, 1n, -1n, ...EDGES].flatMap(
    (edge) => placeOn(lattice, decimal(new ExactNumber(String(edge)))) ?? [],
  );
  const places = new Integers(least, most, [...near, ...edges]);
  const plain = places.map((place): Json => spelt(place, step));
  return open && integer ? oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: oddlySpelt }) : plain;
}

/** Integers that readers take for fractions, or cannot read at all (JSON Schema core, section 6.3). */
const oddlySpelt = constantFrom<Json>(...['1.0', '1e1', '10E-1', '-0'].map((text) => new ExactNumber(text)));

function latticeOf(
  document: OpenApiDocument,
  parts: Shape['parts'],
  integer: boolean,
  open: boolean,
): Lattice | undefined {
  const schemas = parts.map(({ schema }) => schema);
  const ranges = schemas.flatMap(({ format }) => rangeOf(format));
  const limits = {
    low: [...schemas.flatMap(lowerBounds), ...ranges.map(({ min }) => inclusive(min))].filter(({ limit }) =>
      isNear(limit),
    ),
    high: [...schemas.flatMap(upperBounds), ...ranges.map(({ max }) => inclusive(max))].filter(({ limit }) =>
      isNear(limit),
    ),
  };
  const rangeIsOpen = parts.some(({ pointer }) => leavesOpen(document, pointer, RANGE));
  const window = open ? WINDOWS.int64 : rangeIsOpen ? WINDOWS.everyday : WINDOWS.int32;
  const multiples = schemas.flatMap(({ multipleOf }) => (isNumber(multipleOf) ? [decimal(multipleOf)] : []));
  const steps = [...multiples, ...(integer ? [{ m: 1n, e: 0 }] : [])].filter((step) => step.m > 0n && isNear(step));
  if (steps.length > 0) return between(commonStep(steps), limits, window);
  const tried = FRACTIONS.map((step) => between(step, limits, window));
  return tried.find(({ least, most }) => most - least >= SOME_CHOICE) ?? tried.at(-1);
}

/** 1e999999999 is a lawful number, and too far away to be counted up to. */
function isNear({ e }: Decimal): boolean {
  return Math.abs(e) < 400;
}

function rangeOf(format: Json | undefined): { readonly min: bigint; readonly max: bigint }[] {
  const name = String(format);
  const range = Object.hasOwn(INTEGER_FORMATS, name) ? INTEGER_FORMATS[name] : undefined;
  return range ? [range] : [];
}

interface Limits {
  readonly low: readonly Limit[];
  readonly high: readonly Limit[];
}

/** The numbers between what is declared, or the window where nothing is; where the window lies elsewhere, those next to the declared end. */
function between(step: Decimal, limits: Limits, window: Window): Lattice {
  const [low, high] = [strictest(limits.low, 1), strictest(limits.high, -1)];
  const [least, most] = [low ?? window.least, high ?? window.most];
  const all = latticeBetween(step, least, most);
  const within = window.narrow
    ? latticeBetween(step, stricter(least, window.least, 1), stricter(most, window.most, -1))
    : all;
  if (within.least <= within.most) return within;
  if (!low) return { ...all, least: all.most - SOME_CHOICE };
  return high ? all : { ...all, most: all.least + SOME_CHOICE };
}

function strictest(limits: readonly Limit[], sign: 1 | -1): Limit | undefined {
  return limits.length === 0 ? undefined : limits.reduce((a, b) => stricter(a, b, sign));
}
