import { setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { singularWords, words } from '../../openapi/resources/names.ts';
import { hasIdentity, isListEnvelope, isOuterListEnvelope } from '../../openapi/resources/representations/envelopes.ts';
import { schemasOfProperty } from '../../openapi/schema/applicable-schemas.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { withoutUnhappened } from './event-times.ts';
import { withMatchingValues } from './matching-values.ts';
import type { Place } from './place.ts';
import type { Owner } from './property-source.ts';
import { isDistinguishing } from './string-values.ts';
import { withMatchingNumbers } from './totals.ts';
import type { ValueBuilder } from './value-builder.ts';

/** Entries of an object that is a map. */
const MAP_ENTRIES = 2;
/** Maps of links, such as those of HAL. */
const LINKS = /^_?links$/;
/** Objects that describe the one around them, and so are about the same person. */
const PARTS = /^(name|profile|contact|contact info|contact details|info|details|personal|attributes|data|user info)$/;
/** Names that say nothing about what an object is. */
const ENVELOPES =
  /^(data|item|result|record|response|attributes|payload|entity|object|value|node|element|entry|content)$/;
const COMPONENT = /^#\/components\/schemas\/([^/]+)$/;
const SUFFIXES = new Set([
  'dto',
  'response',
  'request',
  'model',
  'schema',
  'entity',
  'resource',
  'base',
  'item',
  'list',
  'page',
]);

/** Yields an object with all declared properties that there is room for, and no undeclared ones. */
export function* plausibleObject(
  builder: ValueBuilder,
  effective: EffectiveSchema,
  place: Place,
): Generator<JsonObject> {
  const owner = ownerOf(effective, place);
  const inside = {
    ...place,
    owner,
    ancestors: [...place.ancestors, effective.pointer],
    depth: place.depth + 1,
    isEnvelope: place.isEnvelope && place.depth < 2 && !hasIdentity(effective.properties.keys()),
  };
  const object: JsonObject = {};
  for (const name of effective.properties.keys()) {
    if (effective.otherDirectionOnly.has(name)) continue;
    const isRequired = effective.required.has(name);
    if (!isRequired && !builder.isRoomy(place.depth)) continue;
    const value = property(builder, effective, name, inside, isRequired);
    if (value !== undefined) setProperty(object, name, value);
  }
  addUndeclared(builder, effective, inside, object);
  const happened = withoutUnhappened(builder, effective, object);
  yield withMatchingNumbers(builder, effective, withMatchingValues(builder, effective, happened));
  if (happened !== object) yield happened;
  yield object;
  yield onlyRequired(effective, object);
}

function property(
  builder: ValueBuilder,
  effective: EffectiveSchema,
  name: string,
  place: Place,
  isRequired: boolean,
): JsonValue | undefined {
  const pointers = schemasOfProperty(effective.schemas, name) ?? [];
  const child = childPlace(place, name, place.isEnvelope && isList(name));
  if (!isRequired && pointers.some((pointer) => recurs(builder, pointer, place))) return undefined;
  return isRequired || pointers.length > 0 ? builder.valueOfAll(pointers, child) : undefined;
}

/** True for a property that holds an object like one around it: a tree would never end. */
function recurs(builder: ValueBuilder, pointer: string, { ancestors }: Place): boolean {
  return ancestors.includes(builder.effective(pointer).pointer);
}

function addUndeclared(builder: ValueBuilder, effective: EffectiveSchema, place: Place, object: JsonObject): void {
  for (const name of effective.required) {
    if (Object.hasOwn(object, name)) continue;
    const value = property(builder, effective, name, place, true);
    if (value !== undefined) setProperty(object, name, value);
  }
  if (effective.properties.size > 0 || typeof effective.additionalProperties !== 'string') return;
  const isOfLinks = LINKS.test(place.name);
  for (let index = 0; index < (isOfLinks ? 1 : MAP_ENTRIES) && builder.isRoomy(place.depth - 1); index++) {
    const faker = builder.sources.fakers.at(`${place.key} name ${index}`);
    const name = isOfLinks ? 'self' : faker.lorem.word({ length: { min: 3, max: 8 } });
    const value = property(builder, effective, name, place, false);
    if (value !== undefined) setProperty(object, name, value);
  }
}

function onlyRequired({ required }: EffectiveSchema, object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => required.has(name)));
}

function childPlace(place: Place, name: string, isEnvelope: boolean): Place {
  return {
    ...place,
    key: `${place.key}/${name}`,
    stem: `${place.stem}/${name}`,
    name,
    isEnvelope,
    taken: place.takenByName && isDistinguishing(words(name).join(' ')) ? place.takenByName(name) : undefined,
    takenByName: undefined,
  };
}

/** True if the name says that the array of this property is what the response is about, e.g. `items` beside `total`. */
function isList(name: string): boolean {
  return isListEnvelope(name) || isOuterListEnvelope(name) || singularWords(words(name)).join() !== words(name).join();
}

function ownerOf(effective: EffectiveSchema, place: Place): Owner {
  const phrase = words(place.name).join(' ');
  const isItem = place.stem.endsWith('/*');
  const isPart = PARTS.test(phrase) && place.depth > 0 && !isItem;
  return { key: isPart ? place.owner.key : place.key, words: kindOf(effective, place), phrases: phrasesOf(effective) };
}

const phrases = new WeakMap<EffectiveSchema, ReadonlySet<string>>();

/** The names of the properties as words, computed once. */
function phrasesOf(effective: EffectiveSchema): ReadonlySet<string> {
  const known =
    phrases.get(effective) ?? new Set([...effective.properties.keys()].map((name) => words(name).join(' ')));
  phrases.set(effective, known);
  return known;
}

/** Returns what an object is: the name of its schema, otherwise that of the property. */
function kindOf({ pointer, schemas }: EffectiveSchema, place: Place): readonly string[] {
  const component = [pointer, ...schemas.map((part) => part.pointer)]
    .map((each) => COMPONENT.exec(each)?.[1])
    .find(Boolean);
  const title = schemas.map(({ schema }) => schema['title']).find((text) => typeof text === 'string');
  const own = singularWords(words(place.name));
  if (place.depth === 0 && own.length > 0) return own;
  const named = [component, title].flatMap((text) => (typeof text === 'string' ? [withoutSuffix(words(text))] : []));
  const isNameless = own.length === 0 || ENVELOPES.test(own.join(' '));
  return named[0] ?? (isNameless ? place.owner.words : own);
}

function withoutSuffix(list: readonly string[]): readonly string[] {
  const last = list.at(-1);
  return list.length > 1 && last !== undefined && SUFFIXES.has(last)
    ? withoutSuffix(list.slice(0, -1))
    : singularWords(list);
}
