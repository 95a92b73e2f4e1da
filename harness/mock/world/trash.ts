import type { JsonObject, JsonValue, Parameter } from '../../core/model.ts';
import { isOfTrash, type TrashSelection, trashSelection } from '../../openapi/resources/operations/trash.ts';
import { ownedBy } from './owners.ts';
import type { WorldRequest } from './plan.ts';
import { NOT_SHOWN, type RecordPath, type StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';

/** A record that was removed, with its type. */
export interface RemovedRecord {
  readonly types: TypeWorld;
  readonly record: StoredRecord;
}

/** A deleted record that can be restored. */
export interface TrashedRecord {
  /** The record itself first, then what was removed with it. */
  readonly removed: readonly RemovedRecord[];
  /** The record as lists of deleted ones show it. */
  readonly shown: StoredRecord;
}

/** So many records stay to be restored, with what was below them. */
const MAX_RECORDS = 1000;

/** The deleted records of a type, for documents that list or restore them. */
export class Trash {
  private readonly trashed = new Map<string, TrashedRecord>();
  private readonly asDeleted: (value: JsonObject) => JsonObject;
  private size = 0;

  /** @param asDeleted sets what a record shows of its deletion, such as its time */
  constructor(asDeleted: (value: JsonObject) => JsonObject) {
    this.asDeleted = asDeleted;
  }

  get records(): readonly StoredRecord[] {
    return [...this.trashed.values()].map(({ shown }) => shown);
  }

  get all(): readonly TrashedRecord[] {
    return [...this.trashed.values()];
  }

  put(record: StoredRecord, removed: readonly RemovedRecord[]): void {
    this.add({
      removed,
      shown: { ...record, value: this.asDeleted(record.value), valid: undefined, shown: NOT_SHOWN },
    });
  }

  add(trashed: TrashedRecord): void {
    this.take(trashed.shown.key);
    this.trashed.set(trashed.shown.key, trashed);
    this.size += trashed.removed.length;
    for (const oldest of this.trashed.keys()) {
      if (this.size <= MAX_RECORDS) return;
      this.take(oldest);
    }
  }

  has(key: string): boolean {
    return this.trashed.has(key);
  }

  /** @returns the record and what was removed with it; nothing if it is not there */
  take(key: string): readonly RemovedRecord[] {
    const { removed = [] } = this.trashed.get(key) ?? {};
    this.trashed.delete(key);
    this.size -= removed.length;
    return removed;
  }

  clear(): void {
    this.trashed.clear();
    this.size = 0;
  }
}

/** Brings a deleted record back, with what was removed with it. @returns undefined if it is not there */
export function restore({ trash }: TypeWorld, key: string): StoredRecord | undefined {
  const [restored] = (trash?.take(key) ?? []).map(({ types, record }) => {
    types.trash?.take(record.key);
    return types.bringBack(record);
  });
  return restored;
}

/** The records that a list may show: without deleted ones, unless the request asks for them. */
export function listedRecords({ types, path, operation, parameters }: WorldRequest): readonly StoredRecord[] {
  const present = types.within(path);
  const { trash } = types;
  const selection = trash && (isOfTrash(operation) ? 'only' : selectionOf(types, parameters));
  if (!trash || selection === undefined) return present;
  const deleted = within(types, trash.records, path);
  return selection === 'only' ? deleted : [...present, ...deleted];
}

/** Records that have a property of this name are filtered by it. */
function selectionOf({ shape }: TypeWorld, parameters: ReadonlyMap<Parameter, JsonValue>): TrashSelection | undefined {
  for (const [{ in: place, name }, value] of parameters) {
    const selection = place === 'query' ? trashSelection(name) : undefined;
    if (selection === undefined || !/^(true|1|only|with|yes)$/.test(String(value))) continue;
    return shape.representation.names.has(name) || String(value) === 'with' ? 'with' : selection;
  }
  return undefined;
}

function within(types: TypeWorld, records: readonly StoredRecord[], path: RecordPath): readonly StoredRecord[] {
  const scope = types.paths.scopeOf(path);
  const below = scope === undefined ? records : records.filter((each) => each.scope === scope);
  return ownedBy(below, types.owners, path);
}
