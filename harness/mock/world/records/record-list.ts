import type { StoredRecord } from './stored-record.ts';

/** Records in the order of their creation; removing one takes constant time. The list that it gives changes with the next removal. */
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
    if (removed.size > FEW) this.list = list.filter((each) => !removed.has(each));
    else for (const each of removed) list.splice(this.indexOf(each), 1);
    removed.clear();
  }

  /** Records are in the order of their sequence, but for those that were added again. */
  private indexOf(record: StoredRecord): number {
    const { sequence } = record;
    let [low, high] = [0, this.list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.list[middle]?.sequence ?? 0) < sequence) low = middle + 1;
      else high = middle;
    }
    return this.list[low] === record ? low : this.list.indexOf(record);
  }
}

/** Up to this number, moving the records behind each that is removed costs less than a new list. */
const FEW = 16;
