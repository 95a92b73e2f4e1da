import type { Sessions } from './accounts/sessions.ts';
import { NOT_SHOWN, type StoredRecord } from './records/stored-record.ts';
import type { StoredFiles } from './stored-files.ts';
import type { StoredValues } from './stored-values.ts';
import type { TrashedRecord } from './trash.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** What requests have made of a world, for that of the next document. */
export interface WorldChanges {
  /** By resource type. */
  readonly records: ReadonlyMap<string, InheritedRecords>;
  readonly files: StoredFiles;
  readonly values: StoredValues;
  readonly sessions: Sessions;
}

/** What requests have made of the records of a type. */
export interface InheritedRecords {
  /** The names of all identifiers in its paths. */
  readonly names: readonly string[];
  /** In the order of their creation. */
  readonly records: readonly StoredRecord[];
  /** Keys of the records that were deleted. */
  readonly deleted: readonly string[];
  /** Deleted records that can be restored. */
  readonly trashed: readonly TrashedRecord[];
  /** True if the first records were replaced. */
  readonly isEmptied: boolean;
}

/** Returns what requests have created, changed and deleted; the rest is made anew by the next document. */
export function recordsToInherit(types: TypeWorld): InheritedRecords {
  const { store, isEmptied } = types;
  return {
    names: types.paths.names,
    records: store.list().filter(({ origin, isChanged }) => origin === 'created' || isChanged || isEmptied),
    deleted: store.deletedKeys,
    trashed: types.trash?.all ?? [],
    isEmptied,
  };
}

/** Brings in the records of a type of the same identifiers; each is made valid against the document that now counts. */
export function inheritRecords(world: World, types: TypeWorld, inherited: InheritedRecords): void {
  if (String(types.paths.names) !== String(inherited.names)) return;
  if (inherited.isEmptied) types.isEmptied = true;
  for (const key of inherited.deleted) types.store.noteDeleted(key);
  for (const { value, origin, path } of inherited.records) {
    // What is below a record that is gone is gone, too.
    if (world.finder.enter(types, path)) continue;
    const record = types.create({ value, origin, path, trust: 'given' });
    record.isChanged = true;
  }
  for (const each of inherited.trashed) types.trash?.add(trashedIn(world, each));
}

/** A deleted record in the world of the next document, with what it still has of what was below; made valid once it is shown. */
function trashedIn(world: World, { removed, shown }: TrashedRecord): TrashedRecord {
  const unknown = { valid: undefined, shown: NOT_SHOWN };
  return {
    shown: { ...shown, ...unknown },
    removed: removed.flatMap(({ types: before, record }) => {
      const types = world.type(before.type.name);
      const isSame = String(types?.paths.names) === String(before.paths.names);
      return types && isSame ? [{ types, record: { ...record, ...unknown } }] : [];
    }),
  };
}
