import { getOwn, isObject, setProperty } from '../../core/json/index.ts';
import { inOtherType } from '../../core/json/other-type.ts';
import { appendTokens, parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { keep } from '../../core/util/keep.ts';
import { words } from '../../openapi/resources/names.ts';
import type { WorldRequest } from './plan.ts';
import { pathName } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

type Request = Pick<WorldRequest, 'types' | 'path'>;

/** A property of records that is an object, or an array: of objects, or if nothing is inside of it, of texts or numbers. */
interface Place {
  readonly name: string;
  readonly isList: boolean;
  /** The names in the object. */
  readonly inner: ReadonlySet<string>;
}

/** What identifies that which a record shows, most usual first. */
const KEYS = ['id', 'gid', 'uuid', 'guid', 'slug', 'key', 'code', 'username', 'login', 'handle', 'sku', 'email'];
/** What it is called, where nothing else identifies it. */
const NAMES = ['name', 'title', 'label', 'value'];

const known = new WeakMap<TypeWorld, ReadonlyMap<string, readonly Place[]>>();

/**
 * A record that a client sends, with objects where records show objects and the client names them alone: `assignee: 'bob'` is
 * `assignee: { login: 'bob' }`, `followers: [5]` is `followers: [{ id: 5 }]`, and `labels: 'red, blue'` a list of both.
 */
export function withNamedObjects(world: World, request: Request, sent: JsonObject): JsonObject {
  const { types } = request;
  const all = known.get(types) ?? keep(known, types, placesOf(types));
  if (all.size === 0) return sent;
  const named: JsonObject = {};
  for (const [name, value] of Object.entries(sent)) {
    const places = all.get(name) ?? [];
    const given = typeof value === 'string' && places.some(({ isList }) => isList) ? asList(types, name, value) : value;
    const place = places.find(({ isList }) => isList === Array.isArray(given));
    setProperty(named, name, place ? asObjects(world, request, place, given) : given);
  }
  return named;
}

function placesOf({ shape }: TypeWorld): Map<string, Place[]> {
  const inner = new Map<string, Map<boolean, Set<string>>>();
  for (const { pointer } of shape.representation.properties) {
    const [name = '', first, second] = parsePointer(pointer);
    const isList = first === '*';
    const own = isList ? second : first;
    if (first === undefined) continue;
    const both = inner.get(name) ?? new Map<boolean, Set<string>>();
    const names = both.get(isList) ?? new Set<string>();
    inner.set(name, both.set(isList, own === undefined ? names : names.add(own)));
  }
  return new Map(
    [...inner].map(([name, both]) => [name, [...both].map(([isList, names]) => ({ name, isList, inner: names }))]),
  );
}

/** The parts of a text between commas, where records show a list: `labels: 'red, blue'`. */
function asList(types: TypeWorld, name: string, value: string): JsonValue {
  const pointer = appendTokens('', name);
  if (types.canShow(pointer, value)) return value;
  const parts = value.split(',').flatMap((each) => each.trim() || []);
  const numbers = parts.flatMap(inOtherType);
  return numbers.length === parts.length && types.canShow(pointer, numbers) ? numbers : parts;
}

function asObjects(world: World, request: Request, place: Place, value: JsonValue): JsonValue {
  const isNamed = Array.isArray(value) ? value.length > 0 && value.every(identifies) : identifies(value);
  if (!isNamed || request.types.canShow(appendTokens('', place.name), value)) return value;
  if (!Array.isArray(value)) return objectFor(world, request, place, value, 0) ?? value;
  const objects = value.flatMap((id, index) => objectFor(world, request, place, id, index) ?? []);
  return objects.length === value.length ? objects : value;
}

/** True for a text or a number. */
function identifies(value: JsonValue): boolean {
  return value !== null && typeof value !== 'boolean' && !Array.isArray(value) && !isObject(value);
}

/** The first object that records can show with what the client names. */
function objectFor(world: World, request: Request, place: Place, id: JsonValue, index: number): JsonObject | undefined {
  const { types } = request;
  const pointer = appendTokens('', place.name);
  const isShown = (object: JsonObject) => types.canShow(pointer, place.isList ? [object] : object);
  const named = (keys: readonly string[]) =>
    keys.flatMap((key) => [...place.inner].filter((name) => keyOf(name) === key));
  for (const [keys, form] of [
    [[...KEYS, ...NAMES], id] as const,
    ...inOtherType(id).map((each) => [KEYS, each] as const),
  ])
    for (const key of named(keys)) {
      const record = recordFor(world, request, place, key, form);
      const bases = [...(record ? [record] : []), ...examplesOf(types, place, index, key), {}];
      const object = bases.map((base) => ({ ...base, [key]: form })).find(isShown);
      if (object) return object;
    }
  return undefined;
}

function keyOf(name: string): string {
  return words(name).join('');
}

/** What the object shows of the record that the identifier names. */
function recordFor(
  world: World,
  { types, path }: Request,
  { name, inner, isList }: Place,
  key: string,
  id: JsonValue,
): JsonObject | undefined {
  const at = appendTokens('', name, ...(isList ? ['*'] : []), key);
  const reference = types.type.references.find((each) => each.in === 'body' && each.at === at);
  const target = reference && world.type(reference.resource);
  if (!reference || !target?.isPrepared) return undefined;
  const found = world.finder.lookup(
    target,
    new Map([...path, [pathName(reference.resource, reference.identifier), id]]),
  );
  if ('isDeleted' in found) return undefined;
  return Object.fromEntries(Object.entries(found.value).filter(([each]) => inner.has(each)));
}

/** The object of an example: without what else tells whose it is, or whole if it has to be. */
function examplesOf({ examples }: TypeWorld, { name, isList }: Place, index: number, key: string): JsonObject[] {
  const shown = getOwn(examples?.template ?? {}, name);
  const example = isList && Array.isArray(shown) ? shown[index % shown.length] : shown;
  if (!isObject(example)) return [];
  const others = Object.entries(example).filter(([each]) => each === key || !KEYS.includes(keyOf(each)));
  return [Object.fromEntries(others), example];
}
