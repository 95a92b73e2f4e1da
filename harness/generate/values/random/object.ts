import { constant, constantFrom, tuple } from 'fast-check';
import { isNumber } from '../../../core/json/decimal.ts';
import { setProperty } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { schemasOfProperty } from '../../../openapi/schema/applicable-schemas.ts';
import { additionalPropertiesArbitrary, type Entries } from './additional-properties.ts';
import { ABSENT, type Maybe, RecordArbitrary } from './arbitraries/record.ts';
import type { MergedSchema } from './merge-schemas.ts';
import { MAX_NODE_COUNT, REQUIRED_ONLY_DEPTH, type SchemaGenerator, type SizedArbitrary } from './schema-generator.ts';

interface PropertySlot extends SizedArbitrary {
  readonly name: string;
  readonly required: boolean;
}

/** In how many of ten objects an optional property is present, by depth: deep values would grow large otherwise. */
const DEFAULT_PRESENCE = [5, 4, 2, 1];
/** Maximum additional properties, unless the schema requires more. */
const DEFAULT_MAX_ADDITIONAL_PROPERTIES = 3;

/** Returns an arbitrary of objects with the required, some optional and some additional properties. */
export function objectArbitrary(
  generator: SchemaGenerator,
  merged: MergedSchema,
  depth: number,
): SizedArbitrary | undefined {
  const { min, max } = propertyCounts(merged);
  const frugal = depth >= REQUIRED_ONLY_DEPTH && min <= merged.required.size;
  const slots = slotsOf(generator, merged, depth, frugal);
  if (!slots) return undefined;
  const presence = presenceOf(slots, min, max, DEFAULT_PRESENCE[depth] ?? 1);
  const present = slots.filter(({ required }) => required || presence > 0);
  const declared = new RecordArbitrary(
    present.map(({ arbitrary, required }) => ({ arbitrary, presence: required ? 10 : presence })),
  );
  const missing = Math.max(0, min - present.length);
  const room = Math.max(
    missing,
    Math.min(max - present.length, depth >= REQUIRED_ONLY_DEPTH ? 0 : DEFAULT_MAX_ADDITIONAL_PROPERTIES),
  );
  const more = additionalPropertiesArbitrary(generator, merged, depth, { min: missing, max: room });
  if (!more && missing > 0) return undefined;
  const arbitrary = tuple(declared, more?.arbitrary ?? constant<Entries>([])).map(([values, entries]) =>
    assemble(present, values, entries),
  );
  const size = 1 + minNodeCount(present, min) + (more?.size ?? 0);
  return size > MAX_NODE_COUNT ? undefined : { arbitrary, size };
}

/** Returns the properties that have values; undefined if a required one has none. */
function slotsOf(
  generator: SchemaGenerator,
  merged: MergedSchema,
  depth: number,
  frugal: boolean,
): PropertySlot[] | undefined {
  const slots: PropertySlot[] = [];
  for (const name of new Set([...merged.properties, ...merged.required])) {
    const required = merged.required.has(name) || merged.discriminatorValues.some(({ property }) => property === name);
    if (!required && (merged.otherDirectionOnly.has(name) || frugal)) continue;
    const built = propertyValues(generator, merged, name, depth);
    if (built) slots.push({ ...built, name, required });
    else if (required) return undefined;
  }
  return slots;
}

/** Returns the node count of the required properties and of the smallest optional ones that `minProperties` needs. */
function minNodeCount(slots: readonly PropertySlot[], min: number): number {
  const required = slots.filter((slot) => slot.required);
  const optional = slots.filter((slot) => !slot.required).sort((a, b) => a.size - b.size);
  const needed = [...required, ...optional.slice(0, Math.max(0, min - required.length))];
  return needed.reduce((sum, { size }) => sum + size, 0);
}

function propertyCounts({ schemas }: MergedSchema): { min: number; max: number } {
  const declared = (keyword: string) =>
    schemas.flatMap(({ schema }) => (isNumber(schema[keyword]) ? [Number(schema[keyword])] : []));
  return {
    min: Math.max(0, ...declared('minProperties')),
    max: Math.min(Number.POSITIVE_INFINITY, ...declared('maxProperties')),
  };
}

/** Returns in how many of ten objects an optional property is present, given the bounds of the property count. */
function presenceOf(slots: readonly PropertySlot[], min: number, max: number, defaultPresence: number): number {
  const required = slots.filter((slot) => slot.required).length;
  const optional = slots.length - required;
  if (optional === 0 || min >= slots.length) return 10;
  const demanded = Math.ceil((10 * (min - required)) / optional);
  const allowed = Math.floor((10 * (max - required)) / optional);
  return Math.max(0, Math.min(9, allowed, Math.max(defaultPresence, demanded)));
}

function assemble(slots: readonly PropertySlot[], values: readonly Maybe<JsonValue>[], entries: Entries): JsonObject {
  const object: JsonObject = {};
  for (const [name, value] of entries) setProperty(object, name, value);
  for (const [index, { name }] of slots.entries()) {
    const value = values[index];
    if (value !== undefined && value !== ABSENT) setProperty(object, name, value);
  }
  return object;
}

/** Returns the values of a property; of a discriminator property, those that all discriminators allow. */
function propertyValues(
  generator: SchemaGenerator,
  { schemas, discriminatorValues }: MergedSchema,
  name: string,
  depth: number,
): SizedArbitrary | undefined {
  const pointers = schemasOfProperty(schemas, name);
  if (!pointers) return undefined;
  const required = discriminatorValues.filter((each) => each.property === name).map(({ values }) => values);
  const [first, ...others] = required;
  if (!first) return generator.values(pointers, depth + 1);
  const strings = first.filter(
    (text) => others.every((list) => list.includes(text)) && generator.isValid(pointers, text),
  );
  return strings.length === 0 ? undefined : { arbitrary: constantFrom(...strings), size: 1 };
}
