import type { StoredRecord } from './stored-record.ts';

/** Records in the order of their creation; removing one takes constant time. The list that it gives changes with the next removal. */
export class RecordList {
  private list: StoredRecord[] = [];
  /** Number of records at its start that are removed: where memory is limited, the oldest go one by one. */
  private start = 0;
  private readonly removed = new Set<StoredRecord>();

  get size(): number {
    return this.list.length - this.start - this.removed.size;
  }

  /** The oldest; where memory is limited, it is asked for again and again. */
  get first(): StoredRecord | undefined {
    return this.removed.size > 0 ? this.records[0] : this.list[this.start];
  }

  get records(): readonly StoredRecord[] {
    if (this.start + this.removed.size > 0) this.compact();
    return this.list;
  }

  add(record: StoredRecord): void {
    if (this.removed.has(record)) this.compact();
    this.list.push(record);
  }

  /** The record must be in the list. */
  remove(record: StoredRecord): void {
    if (this.removed.size === 0 && this.list[this.start] === record) this.start++;
    else this.removed.add(record);
    if (this.start >= MANY || this.removed.size * 2 > this.list.length) this.compact();
  }

  clear(): void {
    this.list = [];
    this.start = 0;
    this.removed.clear();
  }

  private compact(): void {
    const { list, removed } = this;
    list.splice(0, this.start);
    this.start = 0;
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

/** Of so many at the start, each costs hardly anything to move the rest. */
const MANY = 256;

/** Up to this number, moving the records behind each that is removed costs less than a new list. */
const FEW = 16;
