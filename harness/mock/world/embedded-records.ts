import { jsonEqual } from '../../core/json/equal.ts';
import { getOwn, isObject } from '../../core/json/index.ts';
import { expandPointer, getAllAt, getAt, parsePointer, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { keep } from '../../core/util/keep.ts';
import type { ResourceOperation, ResourceType } from '../../openapi/resources/model.ts';
import { nameKey, words } from '../../openapi/resources/names.ts';
import { withoutId } from '../../openapi/resources/references/identifying.ts';
import { shownIdentifier } from './accounts/user-facts.ts';
import { profilesOf } from './accounts/user-types.ts';
import { shownOfProduct } from './records/product-values.ts';
import { OF_USER } from './records/record-paths.ts';
import { pathName, type RecordPath, type StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** Where records show others whole: the `customer` of an order, its `tags`, and the `product` of each of its `items`. */
export interface EmbeddedRecord {
  /** With `*` for every item. */
  readonly pointer: string;
  /** The name of the identifier in it. */
  readonly identifier: string;
  /** The name of that identifier in a path. */
  readonly inPath: string;
  readonly names: ReadonlySet<string>;
  readonly target: TypeWorld;
  /** The name of what an item beside it costs, if no client says so. */
  readonly price: string | undefined;
}

const known = new WeakMap<TypeWorld, readonly EmbeddedRecord[]>();
/** The versions of the others when a record last showed them. */
const seen = new WeakMap<StoredRecord, number>();

export function embeddedRecordsOf(world: World, types: TypeWorld): readonly EmbeddedRecord[] {
  return known.get(types) ?? keep(known, types, readEmbedded(world, types));
}

/** What has all properties of another record is this record; some of them may be a copy, save those of a user. */
function readEmbedded(world: World, { type, shape }: TypeWorld): readonly EmbeddedRecord[] {
  const pointers = shape.representation.properties.map(({ pointer }) => pointer);
  return type.references.flatMap(({ at, in: place, resource, identifier }): EmbeddedRecord[] => {
    const end = at.lastIndexOf('/');
    const target = world.type(resource);
    const [pointer, own] = [at.slice(0, end), parsePointer(at).at(-1) ?? ''];
    if (place !== 'body' || pointer === '' || own === '*' || !target || resource === type.name) return [];
    const inner = pointers.flatMap((each) => (each.startsWith(`${pointer}/`) ? each.slice(pointer.length) : []));
    const names = new Set(inner.map((each) => parsePointer(each)[0] ?? ''));
    const all = target.shape.representation.names;
    const isPart = [...names].every((name) => all.has(name)) && names.size > 1;
    const { users } = world.accounts;
    const isWhole = isPart && (names.size === all.size || target === users || target === profilesOf(users));
    const inPath = pathName(resource, identifier);
    return isWhole ? [{ pointer, identifier: own, inPath, names, target, price: priceBeside(pointer, type) }] : [];
  });
}

function priceBeside(pointer: string, { properties }: ResourceType): string | undefined {
  const item = pointer.slice(0, pointer.lastIndexOf('/') + 1);
  const beside = properties.filter((each) => !each.sent && item.includes('/*/') && each.pointer.startsWith(item));
  const names = beside.map((each) => each.pointer.slice(item.length));
  return names.find((name) => shownOfProduct(words(name).join(' ')) === 'price');
}

/** Shows others as they are now, where requests have changed them since. */
export function showEmbedded(world: World, types: TypeWorld, records: readonly StoredRecord[]): void {
  const places = embeddedRecordsOf(world, types).filter(({ target }) => target.isPrepared);
  if (places.length === 0) return;
  const version = places.reduce((sum, { target }) => sum + target.store.version, 0);
  for (const record of records) {
    if (seen.get(record) === version) continue;
    seen.set(record, version);
    for (const place of places) showOne(types, record, place);
  }
}

function showOne(types: TypeWorld, record: StoredRecord, place: EmbeddedRecord): void {
  for (const at of expandPointer(record.value, place.pointer)) {
    const before = getAt(record.value, at);
    if (!isObject(before)) continue;
    const target = find(place, getOwn(before, place.identifier), record.path);
    if (!target || (target.origin !== 'created' && !target.isChanged)) continue;
    const after = shownOf(target.value, place, before);
    const changed = jsonEqual(before, after) ? undefined : replaceAt(record.value, at, after);
    if (changed && isObject(changed) && types.isValid(changed)) types.show(record, changed);
  }
}

/** Lets a record show those that a request names by their identifiers alone: its `customer` where the request has a `customerId`. */
export function embedNamed(
  world: World,
  types: TypeWorld,
  { request, references }: ResourceOperation,
  record: StoredRecord,
  body: JsonObject | undefined,
): StoredRecord {
  const places = body ? embeddedRecordsOf(world, types).filter(({ target }) => target.isPrepared) : [];
  if (!body || places.length === 0) return record;
  const envelope = request?.envelope.length ?? 0;
  const named = references.flatMap(({ at, in: where, resource }) => {
    const sent = where === 'body' ? at.slice(envelope) : '';
    const place = places.find((each) => each.target.type.name === resource && isNamedBy(each.pointer, sent));
    return place ? [{ place, sent }] : [];
  });
  const shown = () =>
    named.reduce<JsonValue>(
      (value, { place, sent }) => withNamed(world, value, place, { body, sent, path: record.path }),
      record.value,
    );
  const value = shown();
  if (value === record.value || !isObject(value) || !types.isValid(value)) return record;
  types.force(record, value);
  // The others have nothing that they do not have themselves.
  const exact = shown();
  if (isObject(exact) && types.isValid(exact)) types.show(record, exact);
  return record;
}

interface Named {
  readonly body: JsonObject;
  readonly sent: string;
  readonly path: RecordPath;
}

function withNamed(world: World, value: JsonValue, place: EmbeddedRecord, { body, sent, path }: Named): JsonValue {
  const shown = (id: JsonValue): JsonValue | undefined => {
    const target = id === null ? undefined : findOrMakeUp(world, place, id, path);
    return target ? shownOf(target.value, place, {}) : undefined;
  };
  if (place.pointer.endsWith('/*')) {
    const list = place.pointer.slice(0, -2);
    const ids = getAllAt(body, parsePointer(sent));
    const isSent = getAt(body, sent.slice(0, -2)) !== undefined && !list.includes('*');
    return isSent
      ? replaceAt(
          value,
          list,
          ids.flatMap((id) => shown(id) ?? unknownIn(getAt(value, list), place, id)),
        )
      : value;
  }
  return expandPointer(body, sent).reduce((all, each) => {
    const holder = each.slice(0, each.lastIndexOf('/'));
    const record = shown(getAt(body, each) ?? null);
    if (record === undefined || !isObject(getAt(all, holder))) return all;
    return withPrice(replaceAt(all, `${holder}/${place.pointer.split('/').at(-1)}`, record), holder, record, place);
  }, value);
}

/** What a list shows already of a record that no path identifies. */
function unknownIn(list: JsonValue | undefined, { identifier, target }: EmbeddedRecord, id: JsonValue): JsonValue[] {
  if (!Array.isArray(list) || target.type.item !== undefined) return [];
  return list.filter((each) => isObject(each) && jsonEqual(getOwn(each, identifier) ?? null, id)).slice(0, 1);
}

/** Sets what a line costs to the price of its product, if nobody has said so. */
function withPrice(value: JsonValue, holder: string, product: JsonValue, { price }: EmbeddedRecord): JsonValue {
  const cost = price !== undefined && isObject(product) ? getOwn(product, 'price') : undefined;
  const at = `${holder}/${price}`;
  return cost === undefined || getAt(value, at) !== undefined ? value : replaceAt(value, at, cost);
}

/** `customer` is named by `customerId`, and each of `tags` by `tagIds`, beside it. */
function isNamedBy(pointer: string, sent: string): boolean {
  const [place, named] = [pointer, sent].map((each) => parsePointer(each)) as [string[], string[]];
  const depth = place.length - (place.at(-1) === '*' ? 2 : 1);
  if (place.length !== named.length || (named.at(-1) === '*') !== (place.at(-1) === '*')) return false;
  const [own = '', id = ''] = [place[depth], named[depth]];
  const stem = withoutId(words(id.replace(/(?<=I[dD])s$/, '')));
  return place.slice(0, depth).join('/') === named.slice(0, depth).join('/') && nameKey(stem) === nameKey(words(own));
}

/** The values of another record, with what is inside of these as it was: records may show each other. */
function shownOf(value: JsonObject, { names }: EmbeddedRecord, before: JsonObject): JsonObject {
  const now = [...names].flatMap((name) => {
    const own = getOwn(value, name);
    const old = getOwn(before, name);
    if (own === undefined) return [];
    return [[name, holdsObjects(own) && old !== undefined ? old : own] as const];
  });
  return { ...Object.fromEntries(now) };
}

function holdsObjects(value: JsonValue): boolean {
  return Array.isArray(value)
    ? value.some(isObject)
    : isObject(value) && Object.values(value).some((each) => isObject(each));
}

function pathTo({ inPath }: EmbeddedRecord, id: JsonValue, path: RecordPath): RecordPath {
  const user = path.get(OF_USER);
  return new Map([...(user === undefined ? [] : [[OF_USER, user] as const]), [inPath, id] as const]);
}

function find(place: EmbeddedRecord, id: JsonValue | undefined, path: RecordPath): StoredRecord | undefined {
  const { target } = place;
  if (id === undefined || id === null) return undefined;
  if (target.type.singleton)
    return target.store.list().find((each) => jsonEqual(shownIdentifier(target, each) ?? null, id));
  const key = target.paths.keyIn(pathTo(place, id, path));
  return key === undefined ? undefined : target.store.get(key);
}

function findOrMakeUp(world: World, place: EmbeddedRecord, id: JsonValue, path: RecordPath): StoredRecord | undefined {
  const { target } = place;
  const named = target.above.length > 0 ? new Map([...path, [place.inPath, id]]) : pathTo(place, id, path);
  // The labels of a repository are those of the issue's; of another record above, nobody knows which.
  if (target.type.singleton || target.paths.keyIn(named) === undefined) return find(place, id, path);
  const found = world.finder.lookup(target, named);
  return 'isDeleted' in found ? undefined : found;
}
