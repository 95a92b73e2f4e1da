import { jsonEqual } from '../../core/json/equal.ts';
import { isObject } from '../../core/json/index.ts';
import { parsePointer } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { words } from '../../openapi/resources/names.ts';
import { schemasOfItem } from '../../openapi/schema/applicable-schemas.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { textFormat } from './implied-format.ts';
import { plannedDay } from './planned-dates.ts';
import { isMultipleInDoubles } from './random/multiples.ts';
import { replaceWhereValid } from './replace-where-valid.ts';

/** A valid value and the schema that it is a value of. */
export interface Place {
  readonly pointer: string;
  readonly value: JsonValue;
  /** JSON Pointer in the whole value. */
  readonly at: string;
}

/**
 * Returns a copy of a valid value in which booleans, numbers, also as texts, dates and enumerated values depend on `variant`; of two
 * variants in a row, each such value differs if its schema permits two. Even variants avoid the defaults. Numbers that are measured beside
 * each other, such as a latitude and a longitude, differ from each other.
 * @param pointer of the schema
 */
export function distinctValue(contract: Contract, pointer: string, value: JsonValue, variant: number): JsonValue {
  const measured = new Map<string, number>();
  const replacements = [...primitives(contract, { pointer, value, at: '' })].flatMap((place) => {
    const rank = isMeasured(contract, place) ? rankWithin(measured, place) : 0;
    // By an even number, so that variants in a row still differ.
    const next = distinctPrimitive(contract, place, variant + 2 * rank);
    return next === undefined ? [] : [{ at: place.at, candidates: [next] }];
  });
  return replaceWhereValid(value, replacements, (changed) => contract.schemas.accepts(pointer, changed, 'request'));
}

/** The two ends of a range have an order. */
const END_OF_RANGE = /\b(min(imum)?|max(imum)?|from|to|lower|upper|low|high|start|end)\b/;

/** True for a number within an object of its own that may have a fraction. */
function isMeasured({ document }: Contract, { pointer, value, at }: Place): boolean {
  const path = parsePointer(at);
  if (typeof value !== 'number' || path.length < 2 || END_OF_RANGE.test(words(path.at(-1) ?? '').join(' ')))
    return false;
  return effectiveSchema(document, pointer, 'request').types.includes('number');
}

function rankWithin(measured: Map<string, number>, { at }: Place): number {
  const parent = at.slice(0, at.lastIndexOf('/'));
  const rank = measured.get(parent) ?? 0;
  measured.set(parent, rank + 1);
  return rank;
}

/** The values in a value of a request that are neither objects nor arrays, each with its schema. */
export function* primitives(contract: Contract, { pointer, value, at }: Place): Generator<Place> {
  const schema = describing(contract, pointer, value);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const [first] = schemasOfItem(schema.schemas, index);
      if (first !== undefined) yield* primitives(contract, { pointer: first, value: item, at: `${at}/${index}` });
    }
  } else if (isObject(value)) {
    for (const [name, property] of Object.entries(value)) {
      const first = schema.properties.get(name)?.[0];
      const token = name.replaceAll('~', '~0').replaceAll('/', '~1');
      if (first !== undefined) yield* primitives(contract, { pointer: first, value: property, at: `${at}/${token}` });
    }
  } else yield { pointer, value, at };
}

/** What describes an object: of `oneOf` a place or null, the alternative that it is of. */
function describing(contract: Contract, pointer: string, value: JsonValue): EffectiveSchema {
  const schema = effectiveSchema(contract.document, pointer, 'request');
  const [list, ...others] = schema.alternatives;
  if (!isObject(value) || schema.properties.size > 0 || list === undefined || others.length > 0) return schema;
  const own = list.find((each) => contract.schemas.accepts(each, value, 'request'));
  return own === undefined ? schema : describing(contract, own, value);
}

function distinctPrimitive(contract: Contract, { pointer, value, at }: Place, variant: number): JsonValue | undefined {
  const schema = effectiveSchema(contract.document, pointer, 'request');
  const initial = firstKeyword(schema, 'default');
  const candidates = candidatesFor(schema, { value, initial, at }, variant);
  const isDue = (each: JsonValue) => contract.schemas.accepts(pointer, each, 'request');
  const isPlain = (each: JsonValue) => variant % 2 === 1 || initial === undefined || !jsonEqual(each, initial);
  return candidates.find((each) => isDue(each) && isPlain(each)) ?? candidates.find(isDue);
}

function candidatesFor(
  schema: EffectiveSchema,
  { value, initial, at }: Pick<Place, 'value' | 'at'> & { readonly initial: JsonValue | undefined },
  variant: number,
): JsonValue[] {
  const listed = firstKeyword(schema, 'enum');
  if (Array.isArray(listed)) return rotated(othersFirst(listed, initial), variant);
  if (typeof value === 'boolean') return [(initial === true) === (variant % 2 === 1)];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return numbers(schema, value, variant);
  if (typeof value !== 'string') return [];
  const name = parsePointer(at).at(-1) ?? '';
  return [...dates(schema, name, variant), ...decimals(name, value, variant), ...countries(name, value, variant)];
}

const DECIMAL = /^(\d{1,9})\.(\d*)(\d)$/;
const STEPS = 20;

/** Amounts as texts, such as `12.50`: other cents, too, which a service may cut. */
function decimals(name: string, value: string, variant: number): string[] {
  const [, whole, digits = '', last = ''] = DECIMAL.exec(value) ?? [];
  if (whole === undefined || words(name).includes('version')) return [];
  const next = Number(whole) + 1 + (variant % STEPS);
  return [`${next}.${digits}${1 + ((Number(last) + variant) % 9)}`, `${next}.${digits}${last}`];
}

/** A service may know the codes of ISO 3166-1 alone. */
const COUNTRIES = ['FR', 'US', 'NL', 'GB', 'ES', 'IT', 'SE', 'DE'];

function countries(name: string, value: string, variant: number): JsonValue[] {
  const isCountry = words(name).includes('country') && /^[A-Z]{2}$/.test(value);
  return isCountry ? rotated(COUNTRIES, variant) : [];
}

/** The default last, and null not at all if there is anything else. */
function othersFirst(listed: readonly JsonValue[], initial: JsonValue | undefined): JsonValue[] {
  const values = listed.filter((each) => each !== null);
  const isInitial = (each: JsonValue) => initial !== undefined && jsonEqual(each, initial);
  return [...values.filter((each) => !isInitial(each)), ...values.filter(isInitial)];
}

function rotated(values: readonly JsonValue[], variant: number): JsonValue[] {
  const start = values.length === 0 ? 0 : variant % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
}

function numbers(schema: EffectiveSchema, value: number, variant: number): number[] {
  const multiple = firstKeyword(schema, 'multipleOf');
  const steps = [1, ...(typeof multiple === 'number' ? [multiple] : [])];
  const distances = [variant + 1, (variant % 3) + 1, (variant % 2) + 1];
  const whole = steps.flatMap((step) => distances.flatMap((by) => [value + by * step, value - by * step]));
  // A service that stores an integer in the place of a number shows it by a fraction, if the schema permits one.
  const all = [...whole.map((each) => each + 0.5), ...whole];
  const isUsual = (each: number) => typeof multiple !== 'number' || isMultipleInDoubles(each, multiple);
  return [...all.filter(isUsual), ...all];
}

function dates(schema: EffectiveSchema, name: string, variant: number): string[] {
  const format = textFormat(schema, name);
  const day = String(1 + (variant % 28)).padStart(2, '0');
  const date = plannedDay(name, variant) ?? `2024-03-${day}`;
  if (format === 'date') return [date];
  if (format === 'date-time') return [`${date}T12:30:45Z`];
  return format === 'time' ? [`12:30:${day}Z`] : [];
}
