import type { StoredRecord } from './stored-record.ts';

/** Records in the order of their creation; removing one takes constant time. */
export class RecordList {
  private list: StoredRecord[] = [];
  private readonly removed = new Set<StoredRecord>();

  get size(): number {
    return this.list.length - this.removed.size;
  }

  get records(): readonly StoredRecord[] {
    if (this.removed.size > 0) this.compact();
    return this.list;
  }

  add(record: StoredRecord): void {
    if (this.removed.has(record)) this.compact();
    this.list.push(record);
  }

  /** The record must be in the list. */
  remove(record: StoredRecord): void {
    this.removed.add(record);
    if (this.removed.size * 2 > this.list.length) this.compact();
  }

  clear(): void {
    this.list = [];
    this.removed.clear();
  }

  private compact(): void {
    const { list, removed } = this;
    let first = 0;
    while (removed.has(list[first] as StoredRecord)) first++;
    // Those that are dropped for want of space are the oldest.
    this.list = first === removed.size ? list.slice(first) : list.filter((each) => !removed.has(each));
    removed.clear();
  }
}
