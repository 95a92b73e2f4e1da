import { FirstIn } from './first-in.ts';
import { RecordList } from './record-list.ts';
import { NOT_SHOWN, type StoredRecord } from './stored-record.ts';

const MAX_DELETED_KEYS = 10_000;

/** The records of one resource type, found by key or by the record above them in constant time. */
export class RecordStore {
  /** Increases with every change. */
  version = 0;
  private readonly byKey = new Map<string, StoredRecord>();
  private readonly byScope = new Map<string, RecordList>();
  /** Keys of the records that requests have created, by their own identifiers. */
  private readonly created = new Map<string, Set<string>>();
  private readonly deleted = new Set<string>();
  private readonly oldestDeleted = new FirstIn(this.deleted);
  private readonly all = new RecordList();
  private readonly hasScopes: boolean;

  /** @param hasScopes whether those without a record above are siblings of each other alone, and not of all */
  constructor(hasScopes = false) {
    this.hasScopes = hasScopes;
  }

  get size(): number {
    return this.byKey.size;
  }

  get(key: string): StoredRecord | undefined {
    return this.byKey.get(key);
  }

  /** True if the record existed and was deleted. */
  isDeleted(key: string): boolean {
    return this.deleted.has(key);
  }

  /** True if a request has created a record with the same identifiers below another one. */
  isElsewhere(key: string): boolean {
    const keys = this.created.get(ownPart(key));
    return keys !== undefined && (keys.size > 1 || !keys.has(key));
  }

  /** The records below a record, or of the whole type, in the order of their creation. */
  list(scope?: string): readonly StoredRecord[] {
    return scope === undefined || this.isOfAll(scope) ? this.all.records : (this.byScope.get(scope)?.records ?? NONE);
  }

  /** With no type above, all records are siblings. */
  private isOfAll(scope: string): boolean {
    return scope === '' && !this.hasScopes;
  }

  /** Adds a record; its key must be free. */
  add(record: StoredRecord): void {
    this.version++;
    this.deleted.delete(record.key);
    this.byKey.set(record.key, record);
    this.all.add(record);
    if (this.isOfAll(record.scope)) return;
    if (record.origin === 'created') this.noteCreated(record.key);
    const siblings = this.byScope.get(record.scope) ?? new RecordList();
    siblings.add(record);
    this.byScope.set(record.scope, siblings);
  }

  changed(record: StoredRecord): void {
    this.version++;
    record.shown = NOT_SHOWN;
  }

  /** Removes a record, and remembers that it existed. */
  delete(record: StoredRecord): void {
    this.evict(record);
    this.noteDeleted(record.key);
  }

  get deletedKeys(): readonly string[] {
    return [...this.deleted];
  }

  noteDeleted(key: string): void {
    this.deleted.add(key);
    if (this.deleted.size <= MAX_DELETED_KEYS) return;
    const oldest = this.oldestDeleted.next();
    if (oldest !== undefined) this.deleted.delete(oldest);
  }

  /** Removes a record as if it had never been there. */
  evict(record: StoredRecord): void {
    this.version++;
    if (this.byKey.delete(record.key)) this.all.remove(record);
    if (this.isOfAll(record.scope)) return;
    this.forgetCreated(record.key);
    const siblings = this.byScope.get(record.scope);
    siblings?.remove(record);
    if (siblings?.size === 0) this.byScope.delete(record.scope);
  }

  clear(): void {
    this.version++;
    this.all.clear();
    this.byKey.clear();
    this.byScope.clear();
    this.created.clear();
    this.deleted.clear();
  }

  private forgetCreated(key: string): void {
    const own = ownPart(key);
    const keys = this.created.get(own);
    keys?.delete(key);
    if (keys?.size === 0) this.created.delete(own);
  }

  private noteCreated(key: string): void {
    const own = ownPart(key);
    const keys = this.created.get(own);
    if (keys) keys.add(key);
    else this.created.set(own, new Set([key]));
  }
}

/** The last identifier of a key. */
function ownPart(key: string): string {
  return key.slice(key.lastIndexOf('/'));
}

const NONE: readonly StoredRecord[] = [];
