import { jsonEqual } from '../../core/json/equal.ts';
import { getOwn, isObject, setProperty } from '../../core/json/index.ts';
import { getAt, removeAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { type EmbeddedChildren, embeddedChildren } from '../../openapi/resources/embedded-children.ts';
import { isBelow } from './owners.ts';
import type { StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';

interface Embedded extends EmbeddedChildren {
  readonly children: TypeWorld;
}

interface Types {
  readonly all: readonly TypeWorld[];
}

const embeddedIn = new WeakMap<TypeWorld, readonly Embedded[]>();
/** The version of the records below, of those that a record shows. */
const shownVersions = new WeakMap<StoredRecord, Map<string, number>>();

/** What the records of a type show of those below them. */
export function embeddedOf(world: Types, types: TypeWorld): readonly Embedded[] {
  const known =
    embeddedIn.get(types) ??
    world.all
      .filter((children) => isBelow(children, types))
      .flatMap((children) => embeddedChildren(children.type, types.type).map((each) => ({ ...each, children })));
  embeddedIn.set(types, known);
  return known;
}

/** Shows in records those that are below them now, as far as the records stay valid; examples of the document stay as they are. */
export function showChildren(world: Types, types: TypeWorld, records: readonly StoredRecord[]): void {
  const embedded = embeddedOf(world, types);
  if (embedded.length === 0) return;
  const isDocumented = types.examples?.isDocumented !== false;
  for (const record of records)
    if (record.origin === 'created' || !isDocumented) for (const each of embedded) show(types, record, each);
}

function show(types: TypeWorld, record: StoredRecord, { children, pointer, kind, names }: Embedded): void {
  if (!children.isPrepared) return;
  if (record.origin === 'created') children.first.leaveEmpty(record.path);
  else {
    children.first.populate(record.path);
    children.first.populateOwned(record.path);
  }
  const versions = shownVersions.get(record) ?? new Map<string, number>();
  shownVersions.set(record, versions);
  if (versions.get(pointer) === children.store.version) return;
  versions.set(pointer, children.store.version);
  const below = children.within(record.path).map(({ value }) => select(value, names));
  const shown: JsonValue = kind === 'all' ? below : (below.at(-1) ?? null);
  if (jsonEqual(getAt(record.value, pointer) ?? null, shown)) return;
  const changes = [
    replaceAt(record.value, pointer, shown),
    ...(shown === null ? [removeAt(record.value, pointer)] : []),
  ];
  const changed = changes.find((each): each is JsonObject => isObject(each) && types.isValid(each));
  if (!changed) return;
  types.show(record, changed);
}

function select(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  const selected: JsonObject = {};
  for (const name of names) {
    const own = getOwn(value, name);
    if (own !== undefined) setProperty(selected, name, own);
  }
  return selected;
}
