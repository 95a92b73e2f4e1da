import { isObject } from '../../../core/json/index.ts';
import { removeAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { noteStated } from '../child-counts.ts';
import { ownerOf } from '../owners.ts';
import { OF_USER } from '../records/record-paths.ts';
import { pathName, type RecordPath } from '../records/stored-record.ts';
import type { TypeWorld } from '../type-world.ts';
import { identifiersIn } from './example-records.ts';

/** Puts the first records of a type where they belong: below each record that no request created, once. */
export class FirstRecords {
  private readonly types: TypeWorld;
  private readonly populated = new Set<string>();

  constructor(types: TypeWorld) {
    this.types = types;
  }

  /** Puts them below the record above that a path names; whose they are is left open. */
  populate(path: RecordPath): void {
    const scope = this.types.paths.scopeOf(path);
    const { owners } = this.types;
    if (scope !== undefined && !this.populated.has(scope))
      this.add(scope, new Map([...path].filter(([name]) => !owners.some((each) => each.name === name))));
  }

  /** Gives the owners that a path names the records that are nobody's, or else others, if nothing belongs to them. */
  populateOwned(path: RecordPath): void {
    const { types } = this;
    if (types.owners.length === 0) return;
    const scope = types.paths.scopeOf(path);
    const named = types.owners.filter(({ name }) => path.has(name));
    if (scope === undefined || named.length === 0 || types.within(path).length > 0) return;
    for (const record of types.store.list(scope)) {
      if (record.origin !== 'seed' || named.some((owner) => ownerOf(record, owner) !== undefined)) continue;
      record.path = new Map([...record.path, ...named.map(({ name }) => [name, path.get(name) ?? null] as const)]);
      types.store.changed(record);
    }
    if (types.within(path).length > 0 || this.hasGivenOwners()) return;
    this.add(`${scope} ${named.map(({ name }) => `${name} ${String(path.get(name))}`).join(' ')}`, path);
  }

  /** Leaves what is below a record empty, as below one that a request created. */
  leaveEmpty(path: RecordPath): void {
    const scope = this.types.paths.scopeOf(path);
    if (scope !== undefined) this.populated.add(scope);
  }

  restart(): void {
    this.populated.clear();
  }

  private hasGivenOwners(): boolean {
    const { owners, examples } = this.types;
    return (examples?.records ?? []).some(({ parents }) => owners.some(({ name }) => parents?.has(name)));
  }

  /** @param place the name of the place, which is filled once */
  private add(place: string, path: RecordPath): void {
    const { types } = this;
    const { examples, type } = types;
    if (types.isEmptied || this.populated.has(place)) return;
    this.populated.add(place);
    if (type.singleton) return;
    const { ownNames, arePersonal } = types.paths;
    const isLeft = (name: string) => !ownNames.includes(name) && (arePersonal || name !== OF_USER);
    const parent = new Map([...path].filter(([name]) => isLeft(name)));
    const isFirst = arePersonal ? types.paths.userIn(path) === undefined : this.populated.size === 1;
    for (const [index, { value: first, identifiers, parents }] of (examples?.records ?? []).entries()) {
      if (parents && types.paths.scopeOf(parents) !== types.paths.scopeOf(path)) continue;
      const ids = [...identifiers].map(([name, each]) => [pathName(type.name, name), each] as const);
      const known = isFirst || parents ? new Map([...parent, ...(parents ?? []), ...ids]) : parent;
      const shared = types.links.shared(index, path);
      const whole = new Map([...known, ...shared]);
      const key = types.paths.keyIn(whole);
      if (key !== undefined && (types.store.get(key) || types.store.isDeleted(key))) continue;
      const name = `${type.name}${place} ${index}`;
      const made = isFirst || parents ? undefined : examples?.makeUp?.(name, index + 1);
      const value = types.links.linkMadeUp(isObject(made) ? made : first, { path: whole, key: name });
      const own = this.withOwnIdentifiers(value, whole);
      const record = types.create({ value: own, origin: 'seed', path: whole, trust: 'example' });
      if (examples?.isDocumented) noteStated(record, first);
      if (shared.size > 0) record.value = types.links.copied(record.value, whole);
    }
  }

  /** The value without identifiers that another record has, such as that of another owner; it gets new ones. */
  private withOwnIdentifiers(value: JsonObject, path: RecordPath): JsonObject {
    const { store, type, shape } = this.types;
    const own = [...identifiersIn(value, shape.representation)];
    const key = this.types.paths.keyIn(
      new Map([...own.map(([name, each]) => [pathName(type.name, name), each] as const), ...path]),
    );
    if (key === undefined || !(store.get(key) || store.isDeleted(key))) return value;
    const pointers = [...shape.representation.identifiers.values()];
    const free = pointers.reduce<JsonValue>((left, pointer) => removeAt(left, pointer), value);
    return isObject(free) ? free : {};
  }
}
