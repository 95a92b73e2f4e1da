import { constant, constantFrom, tuple } from 'fast-check';
import { memberSchemas } from '../../../openapi/schema/applicable-schemas.ts';
import { isNumber } from '../../../core/json/decimal.ts';
import { setMember } from '../../../core/json/index.ts';
import type { Json, JsonObject } from '../../../core/model.ts';
import { ABSENT, type Drawn, Members } from './arbitraries/record.ts';
import type { Blend } from './merge-schemas.ts';
import { type Bridge, type Built, MAX_SIZE, SOFT_DEPTH } from './schema-generator.ts';
import { type Entries, extraMembers } from './additional-properties.ts';

interface Slot extends Built {
  readonly name: string;
  readonly required: boolean;
}

/** Of ten objects at each depth, in how many an optional member is there: deep values would grow large otherwise. */
const USUAL_PRESENCE = [5, 4, 2, 1];
/** More members than these of a map are drawn only where the schema demands them. */
const USUAL_EXTRAS = 3;

/** Objects with their required members, some of the optional ones, and some more where a schema says of what kind they are. */
export function objectOf(bridge: Bridge, blend: Blend, depth: number): Built | undefined {
  const { least, most } = sizes(blend);
  const frugal = depth >= SOFT_DEPTH && least <= blend.required.size;
  const slots = slotsOf(bridge, blend, depth, frugal);
  if (!slots) return undefined;
  const presence = presenceOf(slots, least, most, USUAL_PRESENCE[depth] ?? 1);
  const drawn = slots.filter(({ required }) => required || presence > 0);
  const declared = new Members(
    drawn.map(({ arbitrary, required }) => ({ arbitrary, presence: required ? 10 : presence })),
  );
  const missing = Math.max(0, least - drawn.length);
  const room = Math.max(missing, Math.min(most - drawn.length, depth >= SOFT_DEPTH ? 0 : USUAL_EXTRAS));
  const more = extraMembers(bridge, blend, depth, { least: missing, most: room });
  if (!more && missing > 0) return undefined;
  const arbitrary = tuple(declared, more?.arbitrary ?? constant<Entries>([])).map(([values, entries]) =>
    assemble(drawn, values, entries),
  );
  const size = 1 + smallest(drawn, least) + (more?.size ?? 0);
  return size > MAX_SIZE ? undefined : { arbitrary, size };
}

/** The members that can be there; undefined where one that is required cannot. */
function slotsOf(bridge: Bridge, blend: Blend, depth: number, frugal: boolean): Slot[] | undefined {
  const slots: Slot[] = [];
  for (const name of new Set([...blend.members, ...blend.required])) {
    const required = blend.required.has(name) || blend.named.some(({ member }) => member === name);
    if (!required && (blend.oneWay.has(name) || frugal)) continue;
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

function sizes({ parts }: Blend): { least: number; most: number } {
  const given = (keyword: string) =>
    parts.flatMap(({ schema }) => (isNumber(schema[keyword]) ? [Number(schema[keyword])] : []));
  return {
    least: Math.max(0, ...given('minProperties')),
    most: Math.min(Number.POSITIVE_INFINITY, ...given('maxProperties')),
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

function assemble(slots: readonly Slot[], values: readonly Drawn<Json>[], entries: Entries): JsonObject {
  const object: JsonObject = {};
  for (const [name, value] of entries) setMember(object, name, value);
  for (const [index, { name }] of slots.entries()) {
    const value = values[index];
    if (value !== undefined && value !== ABSENT) setMember(object, name, value);
  }
  return object;
}

/** The values of a member; where discriminators name it, what all of them allow. */
function valuesOf(bridge: Bridge, { parts, named }: Blend, name: string, depth: number): Built | undefined {
  const places = memberSchemas(parts, name);
  if (!places) return undefined;
  const demanded = named.filter((each) => each.member === name).map(({ texts }) => texts);
  const [first, ...others] = demanded;
  if (!first) return bridge.values(places, depth + 1);
  const texts = first.filter((text) => others.every((list) => list.includes(text)) && bridge.keeps(places, text));
  return texts.length === 0 ? undefined : { arbitrary: constantFrom(...texts), size: 1 };
}
