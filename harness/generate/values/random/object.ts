import { constant, constantFrom, tuple } from 'fast-check';
import { isNumber } from '../../../core/json/decimal.ts';
import { setProperty } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { schemasOfProperty } from '../../../openapi/schema/applicable-schemas.ts';
import { additionalPropertiesArbitrary, type Entries } from './additional-properties.ts';
import { ABSENT, type Maybe, RecordArbitrary } from './arbitraries/record.ts';
import type { MergedSchema } from './merge-schemas.ts';
import { MAX_NODE_COUNT, REQUIRED_ONLY_DEPTH, type SchemaGenerator, type SizedArbitrary } from './schema-generator.ts';

interface Slot extends SizedArbitrary {
  readonly name: string;
  readonly required: boolean;
}

/** Of ten objects at each depth, in how many an optional member is there: deep values would grow large otherwise. */
const USUAL_PRESENCE = [5, 4, 2, 1];
/** More members than these of a map are drawn only where the schema demands them. */
const USUAL_EXTRAS = 3;

/** Objects with their required members, some of the optional ones, and some more where a schema says of what kind they are. */
export function objectArbitrary(
  bridge: SchemaGenerator,
  blend: MergedSchema,
  depth: number,
): SizedArbitrary | undefined {
  const { min, max } = sizes(blend);
  const frugal = depth >= REQUIRED_ONLY_DEPTH && min <= blend.required.size;
  const slots = slotsOf(bridge, blend, depth, frugal);
  if (!slots) return undefined;
  const presence = presenceOf(slots, min, max, USUAL_PRESENCE[depth] ?? 1);
  const drawn = slots.filter(({ required }) => required || presence > 0);
  const declared = new RecordArbitrary(
    drawn.map(({ arbitrary, required }) => ({ arbitrary, presence: required ? 10 : presence })),
  );
  const missing = Math.max(0, min - drawn.length);
  const room = Math.max(missing, Math.min(max - drawn.length, depth >= REQUIRED_ONLY_DEPTH ? 0 : USUAL_EXTRAS));
  const more = additionalPropertiesArbitrary(bridge, blend, depth, { min: missing, max: room });
  if (!more && missing > 0) return undefined;
  const arbitrary = tuple(declared, more?.arbitrary ?? constant<Entries>([])).map(([values, entries]) =>
    assemble(drawn, values, entries),
  );
  const size = 1 + smallest(drawn, min) + (more?.size ?? 0);
  return size > MAX_NODE_COUNT ? undefined : { arbitrary, size };
}

/** The members that can be there; undefined where one that is required cannot. */
function slotsOf(bridge: SchemaGenerator, blend: MergedSchema, depth: number, frugal: boolean): Slot[] | undefined {
  const slots: Slot[] = [];
  for (const name of new Set([...blend.members, ...blend.required])) {
    const required = blend.required.has(name) || blend.discriminatorValues.some(({ property }) => property === name);
    if (!required && (blend.otherDirectionOnly.has(name) || frugal)) continue;
    const built = valuesOf(bridge, blend, name, depth);
    if (built) slots.push({ ...built, name, required });
    else if (required) return undefined;
  }
  return slots;
}

/** How many values the required members are made of, and the smallest optional ones as far as they are needed. */
function smallest(slots: readonly Slot[], least: number): number {
  const required = slots.filter((slot) => slot.required);
  const optional = slots.filter((slot) => !slot.required).sort((a, b) => a.size - b.size);
  const needed = [...required, ...optional.slice(0, Math.max(0, least - required.length))];
  return needed.reduce((sum, { size }) => sum + size, 0);
}

function sizes({ schemas }: MergedSchema): { min: number; max: number } {
  const given = (keyword: string) =>
    schemas.flatMap(({ schema }) => (isNumber(schema[keyword]) ? [Number(schema[keyword])] : []));
  return {
    min: Math.max(0, ...given('minProperties')),
    max: Math.min(Number.POSITIVE_INFINITY, ...given('maxProperties')),
  };
}

/** Of ten objects, in how many an optional member is there: as usual, unless the number of members is bounded. */
function presenceOf(slots: readonly Slot[], least: number, most: number, usual: number): number {
  const required = slots.filter((slot) => slot.required).length;
  const optional = slots.length - required;
  if (optional === 0 || least >= slots.length) return 10;
  const demanded = Math.ceil((10 * (least - required)) / optional);
  const allowed = Math.floor((10 * (most - required)) / optional);
  return Math.max(0, Math.min(9, allowed, Math.max(usual, demanded)));
}

function assemble(slots: readonly Slot[], values: readonly Maybe<JsonValue>[], entries: Entries): JsonObject {
  const object: JsonObject = {};
  for (const [name, value] of entries) setProperty(object, name, value);
  for (const [index, { name }] of slots.entries()) {
    const value = values[index];
    if (value !== undefined && value !== ABSENT) setProperty(object, name, value);
  }
  return object;
}

/** The values of a member; where discriminators name it, what all of them allow. */
function valuesOf(
  bridge: SchemaGenerator,
  { schemas, discriminatorValues }: MergedSchema,
  name: string,
  depth: number,
): SizedArbitrary | undefined {
  const places = schemasOfProperty(schemas, name);
  if (!places) return undefined;
  const demanded = discriminatorValues.filter((each) => each.property === name).map(({ values }) => values);
  const [first, ...others] = demanded;
  if (!first) return bridge.values(places, depth + 1);
  const texts = first.filter((text) => others.every((list) => list.includes(text)) && bridge.isValid(places, text));
  return texts.length === 0 ? undefined : { arbitrary: constantFrom(...texts), size: 1 };
}
