import { isObject } from '../../core/json/index.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { keep } from '../../core/util/keep.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { childTotals } from '../../openapi/resources/child-counts.ts';
import { ownChildren } from '../../openapi/resources/own-children.ts';
import { showChildren } from './embedded-children.ts';
import { isBelow, ownerOf } from './owners.ts';
import { pathName, type StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

interface ListedRecords {
  readonly list: readonly StoredRecord[];
}

/** A property that counts records, in those that they are below, belong to or refer to. */
interface Counter {
  readonly above: TypeWorld;
  readonly pointer: string;
  /** The key of the record that counts another one. */
  keyOf(record: StoredRecord): string | undefined;
}

/** The keys of the records that count one, in the order of the counters. */
export type CountedBy = readonly (string | undefined)[];

/** Keeps the numbers that records show of those of one type, such as the `line_count` of an order, as these come and go. */
export class ChildCounts {
  private readonly world: World;
  private readonly document: OpenApiDocument;
  private counters: readonly Counter[] | undefined;

  constructor(world: World, document: OpenApiDocument) {
    this.world = world;
    this.document = document;
  }

  of(types: TypeWorld, record: StoredRecord): CountedBy {
    return this.countersOf(types).map((counter) => counter.keyOf(record));
  }

  /** Counts a record that was counted elsewhere, or nowhere, before. */
  move(types: TypeWorld, from: CountedBy, to: CountedBy): void {
    for (const [index, counter] of this.countersOf(types).entries()) {
      const [before, after] = [from[index], to[index]];
      if (before === after) continue;
      add(counter, before, -1);
      add(counter, after, 1);
    }
  }

  /** Counts the first records that are below one that nobody created; made-up numbers would say something else. */
  settle(types: TypeWorld, above: TypeWorld, record: StoredRecord): void {
    const counters = this.countersOf(types).filter((each) => each.above === above);
    if (counters.length === 0 || !types.isPrepared) return;
    types.first.populate(record.path);
    types.first.populateOwned(record.path);
    for (const { pointer, keyOf } of counters) {
      if (getAt(stated.get(record) ?? null, pointer) !== undefined) continue;
      const number = types.store.list().filter((each) => keyOf(each) === record.key).length;
      const changed = replaceAt(record.value, pointer, number);
      if (getAt(record.value, pointer) === undefined || !isObject(changed) || !above.isValid(changed)) continue;
      record.value = changed;
      above.store.changed(record);
    }
  }

  /** The types whose records count those of a type. */
  above(types: TypeWorld): readonly TypeWorld[] {
    return this.countersOf(types).map(({ above }) => above);
  }

  private countersOf(types: TypeWorld): readonly Counter[] {
    this.counters ??= [...countersOf(this.world, this.document, types)];
    return this.counters;
  }
}

/** What the document or a file says of first records. */
const stated = new WeakMap<StoredRecord, JsonObject>();

export function noteStated(record: StoredRecord, value: JsonObject): void {
  stated.set(record, value);
}

const countedTypes = new WeakMap<TypeWorld, readonly TypeWorld[]>();
const counted = new WeakSet<StoredRecord>();

function countedIn(world: World, types: TypeWorld): readonly TypeWorld[] {
  return world.all.filter((each) => each.counts.above(each).includes(types));
}

/** Records that show what is below them; those that are made up count the first records there. */
export function settled(world: World, types: TypeWorld, list: readonly StoredRecord[]): ListedRecords {
  showChildren(world, types, list, (children, records) => settled(world, children, records));
  const isDocumented = types.examples?.isDocumented !== false;
  const below = countedTypes.get(types) ?? keep(countedTypes, types, countedIn(world, types));
  if (below.length === 0) return { list };
  for (const record of list) {
    if (record.origin === 'created' || counted.has(record) || (isDocumented && !stated.has(record))) continue;
    counted.add(record);
    for (const each of below) each.counts.settle(each, types, record);
  }
  return { list };
}

function add({ above, pointer }: Counter, key: string | undefined, change: number): void {
  const record = key === undefined ? undefined : above.store.get(key);
  const known = record && Number(getAt(record.value, pointer));
  if (!record || !Number.isSafeInteger(known)) return;
  const changed = replaceAt(record.value, pointer, Math.max(0, Number(known) + change));
  if (isObject(changed)) above.force(record, changed);
}

function* countersOf(world: World, document: OpenApiDocument, types: TypeWorld): Generator<Counter> {
  const found = new Set<string>();
  for (const { resource, keyOf } of relations(world.all, types)) {
    const above = found.has(resource) || resource === types.type.name ? undefined : world.type(resource);
    if (!above) continue;
    found.add(resource);
    const totals = childTotals(document, types.type, above.type);
    const taken = totals.every(({ isNamed }) => isNamed) ? NONE : countedBefore(world, document, types, above);
    for (const { pointer, isCounted = () => true, isNamed } of totals)
      if (isNamed || !taken.has(pointer))
        yield { above, pointer, keyOf: (record) => (isCounted(record.value) ? keyOf(record, above) : undefined) };
  }
  for (const operation of types.type.operations) {
    const { reference, count } = ownChildren(types.type, operation) ?? {};
    if (!reference || count === undefined || found.has(count)) continue;
    found.add(count);
    const name = pathName(reference.resource, reference.identifier);
    yield { above: types, pointer: count, keyOf: ({ value }) => keyFor(types, name, getAt(value, reference.at)) };
  }
}

interface Relation {
  readonly resource: string;
  readonly keyOf: (record: StoredRecord, above: TypeWorld) => string | undefined;
}

function* relations(all: readonly TypeWorld[], types: TypeWorld): Generator<Relation> {
  const { type, owners } = types;
  if (type.parent !== undefined) yield { resource: type.parent, keyOf: ({ scope }) => scope };
  for (const owner of owners)
    yield { resource: owner.resource, keyOf: (record, above) => keyFor(above, owner.name, ownerOf(record, owner)) };
  for (const { resource, identifier, at, in: place } of type.references)
    if (place === 'body' && !at.includes('*')) {
      const name = pathName(resource, identifier);
      yield { resource, keyOf: ({ value }, above) => keyFor(above, name, getAt(value, at)) };
    }
  for (const { type: only } of all.filter((above) => above.type.singleton && isBelow(types, above)))
    yield { resource: only.name, keyOf: ({ path }, above) => above.paths.keyIn(path) };
}

const NONE: ReadonlySet<string> = new Set();

/** What earlier types are counted in: of what `unreadCount` is the number, only the first type below says. */
function countedBefore(
  world: World,
  document: OpenApiDocument,
  types: TypeWorld,
  { type: above }: TypeWorld,
): ReadonlySet<string> {
  const others = world.all
    .slice(0, world.all.indexOf(types))
    .filter((each) => [...relations(world.all, each)].some(({ resource }) => resource === above.name));
  return new Set(others.flatMap(({ type }) => childTotals(document, type, above).map(({ pointer }) => pointer)));
}

function keyFor(above: TypeWorld, name: string, value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : above.paths.keyIn(new Map([[name, value]]));
}
