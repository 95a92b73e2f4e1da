import type { Reference } from '../../openapi/resources/model.ts';
import { settled } from './child-counts.ts';
import { isEmptiedByDeletion } from './only-record.ts';
import { ownedBy } from './owners.ts';
import { NO_PATH, partOf, type RecordPath, type StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { Missing, World } from './world.ts';

/** Finds records by their paths. First records come in as they are needed, and those that nobody created are made up, unless the world is strict. */
export class RecordFinder {
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** Finds the records above those of a type, and makes up those that nobody created. @returns the first that is missing */
  enter(types: TypeWorld, path: RecordPath): Missing | undefined {
    let isUntouched = !this.isOfNewUser(types, path);
    for (const { name } of types.above) {
      const parent = this.world.type(name);
      if (!parent || parent.type.singleton) continue;
      const found = this.lookup(parent, path);
      if ('isDeleted' in found) return found;
      isUntouched = found.origin !== 'created';
    }
    if (isUntouched) types.first.populate(path);
    else types.first.leaveEmpty(path);
    return undefined;
  }

  /** Finds the record that a path names; made up if nobody created it, unless the world is strict. */
  lookup(types: TypeWorld, path: RecordPath): StoredRecord | Missing {
    const found = this.findOrMakeUp(types, path);
    if (!('isDeleted' in found)) settled(this.world, types, [found]);
    return found;
  }

  private findOrMakeUp(types: TypeWorld, path: RecordPath): StoredRecord | Missing {
    const key = types.paths.keyIn(path);
    const { type } = types;
    if (key === undefined) return { type, isDeleted: false };
    types.first.populate(path);
    const found = types.store.get(key);
    if (found) return found;
    const isEmpty = types.store.isDeleted(key) ? isEmptiedByDeletion(type) : this.hasNothingYet(types, path);
    if (isEmpty) return types.create({ value: {}, origin: 'created', path: partOf(path, types.paths.names) });
    if (types.store.isDeleted(key)) return { type, isDeleted: true };
    if (types.store.isElsewhere(key)) return { type, isDeleted: false };
    return this.world.options.strict && !type.singleton
      ? { type, isDeleted: false }
      : types.makeUp(partOf(path, types.paths.names));
  }

  /** True for the only record of a user who has just signed up. */
  private hasNothingYet(types: TypeWorld, path: RecordPath): boolean {
    return types.type.singleton && this.isOfNewUser(types, path);
  }

  /** True for what belongs to a user who signed up, after another who has the first records. */
  private isOfNewUser({ paths }: TypeWorld, path: RecordPath): boolean {
    const user = paths.userIn(path);
    return user !== undefined && this.world.accounts.users?.store.get(user)?.origin === 'created';
  }

  /** Brings in the first records of a type, below all records that nobody created. */
  enterAll(types: TypeWorld): void {
    const parent = this.world.type(types.type.parent ?? '');
    if (!parent || parent.type.singleton) {
      types.first.populate(NO_PATH);
      return;
    }
    this.enterAll(parent);
    for (const path of types.seedParents) this.enter(types, path);
    const [first] = parent.store.list();
    if (first && first.origin !== 'created') types.first.populate(first.path);
  }

  /** The records that a reference may name: those below the same record, if there are any. */
  targetsOf({ resource }: Pick<Reference, 'resource'>, path: RecordPath): readonly StoredRecord[] {
    const types = this.world.type(resource);
    if (!types?.isPrepared) return [];
    this.enterAll(types);
    const scope = types.paths.scopeOf(path);
    const near = scope === undefined ? [] : ownedBy(types.store.list(scope), types.owners, path);
    return near.length > 0 ? near : types.store.list();
  }
}
