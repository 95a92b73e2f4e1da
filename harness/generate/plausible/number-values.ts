import { isNumber } from '../../core/json/decimal.ts';
import { parseNumber } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { lowerBounds, upperBounds } from '../../openapi/schema/keywords/number.ts';
import { looksLikeIdentifier } from '../values/identifier-names.ts';
import { numberCandidates } from '../values/repair/primitives.ts';
import { numberByName, type WantedNumber } from './number-rules.ts';
import type { PropertySource } from './property-source.ts';
import { isOwnIdentifier } from './string-values.ts';

/** References and identifiers of parts are between 1 and this. */
const MAX_REFERENCE = 200;
/** Width of a range that has one end only. */
const OPEN_RANGE = 100;
const MAX_DECIMALS = 12;

/** Yields numbers that may be valid, the one that suits the name first. */
export function* plausibleNumbers(
  effective: EffectiveSchema,
  source: PropertySource,
  isInteger: boolean,
): Generator<JsonValue> {
  const step = firstKeyword(effective, 'multipleOf');
  const size = isNumber(step) && Number(step) > 0 ? Number(step) : undefined;
  const wanted = wantedNumber(effective, source, isInteger);
  const decimals = size === undefined ? wanted.decimals : decimalsOf(size);
  const { min, max } = range(effective);
  for (const value of [wanted.value, withinRange(wanted.value, min, max, source)]) {
    const onStep = size === undefined ? value : Math.round(value / size) * size;
    yield parseNumber(onStep.toFixed(decimals));
    if (size !== undefined) yield parseNumber((Math.floor(value / size) * size).toFixed(decimals));
  }
  yield* numberCandidates(effective);
}

function wantedNumber(effective: EffectiveSchema, source: PropertySource, isInteger: boolean): WantedNumber {
  const { property, faker } = source;
  if (isOwnIdentifier(source) && property.isRecord) return { value: property.index + 1, decimals: 0 };
  if (looksLikeIdentifier(property.name) && isInteger)
    return { value: faker.number.int({ min: 1, max: MAX_REFERENCE }), decimals: 0 };
  return numberByName(source, isInteger, String(firstKeyword(effective, 'format') ?? ''));
}

/** Returns the value, or one within the bounds if it is outside. */
function withinRange(value: number, min: number, max: number, { faker }: PropertySource): number {
  if (value >= min && value <= max) return value;
  // An age or a price that is too large for its schema does not become negative.
  const open = value >= 0 && max >= 0 ? 0 : max - OPEN_RANGE;
  const low = Number.isFinite(min) ? min : open;
  const high = Number.isFinite(max) ? max : min + OPEN_RANGE;
  const share = faker.number.float({ min: 0.1, max: 0.9 });
  const inside = low + (high - low) * share;
  return high - low > 2 ? Math.round(inside) : inside;
}

function range({ schemas }: EffectiveSchema): { min: number; max: number } {
  const lower = schemas.flatMap(({ schema }) => lowerBounds(schema).map(({ value }) => Number(value)));
  const upper = schemas.flatMap(({ schema }) => upperBounds(schema).map(({ value }) => Number(value)));
  return { min: Math.max(...lower, Number.NEGATIVE_INFINITY), max: Math.min(...upper, Number.POSITIVE_INFINITY) };
}

function decimalsOf(step: number): number {
  const [, fraction = ''] = String(step).split('.');
  const exponent = /e-(\d+)$/.exec(String(step))?.[1];
  return Math.min(MAX_DECIMALS, exponent === undefined ? fraction.length : Number(exponent) + fraction.length);
}
