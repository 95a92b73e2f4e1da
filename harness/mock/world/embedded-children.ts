import { jsonEqual } from '../../core/json/equal.ts';
import { getOwn, isObject, setProperty } from '../../core/json/index.ts';
import { getAt, removeAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { keep } from '../../core/util/keep.ts';
import { isRare } from '../../generate/plausible/events.ts';
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

/** Records that are being shown what is below them. */
const beingShown = new WeakSet<StoredRecord>();

/** What the records of a type show of those below them. */
export function embeddedOf(world: Types, types: TypeWorld): readonly Embedded[] {
  return embeddedIn.get(types) ?? keep(embeddedIn, types, readEmbedded(world, types));
}

function readEmbedded(world: Types, types: TypeWorld): readonly Embedded[] {
  return world.all
    .filter((children) => isBelow(children, types))
    .flatMap((children) => embeddedChildren(children.type, types.type).map((each) => ({ ...each, children })));
}

/** Lets records show what is below them. */
type Settle = (types: TypeWorld, records: readonly StoredRecord[]) => void;

/**
 * Shows in records those that are below them now, as far as the records stay valid; examples of the document stay as they are.
 * @param settle for those that are shown, before they are
 */
export function showChildren(world: Types, types: TypeWorld, records: readonly StoredRecord[], settle: Settle): void {
  const embedded = embeddedOf(world, types);
  if (embedded.length === 0) return;
  const isDocumented = types.examples?.isDocumented !== false;
  for (const record of records) {
    if ((record.origin !== 'created' && isDocumented) || beingShown.has(record)) continue;
    // Users may show their teams, and teams their users.
    beingShown.add(record);
    const isNew = record.origin === 'created' || isOfCreated(world, types, record);
    for (const each of embedded) {
      if (!each.children.isPrepared) continue;
      fill(each.children, record, isNew);
      show(types, record, each, settle);
    }
    beingShown.delete(record);
  }
}

/** True for what a record that a client created has from the beginning: the cart of a new session. */
function isOfCreated({ all }: Types, { type }: TypeWorld, { scope }: StoredRecord): boolean {
  const above = type.singleton ? all.find(({ type: { name } }) => name === type.parent) : undefined;
  return above?.store.get(scope)?.origin === 'created';
}

function fill({ first }: TypeWorld, { path }: StoredRecord, isNew: boolean): void {
  if (isNew) first.leaveEmpty(path);
  else {
    first.populate(path);
    first.populateOwned(path);
  }
}

function show(types: TypeWorld, record: StoredRecord, embedded: Embedded, settle: Settle): void {
  const { children, pointer, kind } = embedded;
  const versions = shownVersions.get(record) ?? new Map<string, number>();
  shownVersions.set(record, versions);
  // What is next changes with time, too.
  if (versions.get(pointer) === children.store.version && kind !== 'next') return;
  versions.set(pointer, children.store.version);
  const chosen = chosenFrom(children.within(record.path), embedded);
  settle(children, chosen);
  versions.set(pointer, children.store.version);
  const values = valuesOf(chosen, embedded);
  if (values.some((value) => jsonEqual(getAt(record.value, pointer) ?? null, value ?? null))) return;
  const changes = values.map((value) =>
    value === undefined ? removeAt(record.value, pointer) : replaceAt(record.value, pointer, value),
  );
  const changed = changes.find((each): each is JsonObject => isObject(each) && types.isValid(each));
  if (changed) types.show(record, changed);
}

/** Those below a record that it shows. */
function chosenFrom(below: readonly StoredRecord[], { kind, time }: EmbeddedChildren): readonly StoredRecord[] {
  if (kind === 'all') return below;
  const chosen = kind === 'latest' ? latestOf(below, time) : nextOf(below, time);
  return chosen ? [chosen] : [];
}

/** What a record may show of them, best first; undefined for nothing. */
function valuesOf(
  chosen: readonly StoredRecord[],
  { kind, names, time }: EmbeddedChildren,
): readonly (JsonValue | undefined)[] {
  const brief = ({ value }: StoredRecord) => (names ? select(value, names) : getAt(value, time ?? ''));
  const values = chosen.flatMap((each) => brief(each) ?? []);
  if (kind === 'all') return [values];
  return values.length > 0 ? values : [null, undefined];
}

function latestOf(records: readonly StoredRecord[], time: string | undefined): StoredRecord | undefined {
  return records.reduce<StoredRecord | undefined>(
    (latest, each) => (latest && momentOf(latest, time) > momentOf(each, time) ? latest : each),
    undefined,
  );
}

/** The first that is still to come, and neither cancelled nor anything like it. */
function nextOf(records: readonly StoredRecord[], time: string | undefined): StoredRecord | undefined {
  const now = Date.now();
  const isOff = ({ value }: StoredRecord) =>
    Object.values(value).some((each) => typeof each === 'string' && isRare(each.toLowerCase()));
  const coming = records.filter((each) => momentOf(each, time) >= now && !isOff(each));
  return coming.toSorted((a, b) => momentOf(a, time) - momentOf(b, time))[0];
}

/** Not a number where the records have no time: the last one is then the latest. */
function momentOf({ value }: StoredRecord, time: string | undefined): number {
  return time === undefined ? Number.NaN : Date.parse(String(getAt(value, time)));
}

function select(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  const selected: JsonObject = {};
  for (const name of names) {
    const own = getOwn(value, name);
    if (own !== undefined) setProperty(selected, name, own);
  }
  return selected;
}
