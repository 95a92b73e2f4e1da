import { isObject } from '../../../core/json/index.ts';
import type { JsonValue } from '../../../core/model.ts';
import { RecordList } from './record-list.ts';
import type { RecordStore } from './record-store.ts';
import type { StoredRecord } from './stored-record.ts';

/** Records of all types together. */
const MAX_RECORDS = 20_000;
/** Records that only a read asked for. */
const MAX_MADE_UP = 1000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Drops the oldest records when there are too many, first those that nobody created. */
export class MemoryLimit {
  /** Number of records that were dropped. */
  dropped = 0;
  private bytes = 0;
  private readonly created = new RecordList();
  private readonly madeUp = new RecordList();

  add(store: RecordStore, record: StoredRecord): void {
    const list = this.listOf(record);
    record.store = store;
    list.add(record);
    this.bytes += record.size;
    if (this.madeUp.size > MAX_MADE_UP) this.drop(this.madeUp);
    while (this.isFull() && this.madeUp.size + this.created.size > 1)
      this.drop(
        this.madeUp.size > 0 && list !== this.madeUp ? this.madeUp : this.created.size > 0 ? this.created : list,
      );
  }

  resize(record: StoredRecord, size: number): void {
    this.bytes += size - record.size;
    record.size = size;
  }

  remove(record: StoredRecord): void {
    if (!record.store) return;
    record.store = undefined;
    this.listOf(record).remove(record);
    this.bytes -= record.size;
  }

  clear(): void {
    for (const list of [this.created, this.madeUp]) {
      for (const record of list.records) record.store = undefined;
      list.clear();
    }
    this.bytes = 0;
    this.dropped = 0;
  }

  private isFull(): boolean {
    return this.bytes > MAX_BYTES || this.created.size + this.madeUp.size > MAX_RECORDS;
  }

  private listOf({ origin }: StoredRecord): RecordList {
    return origin === 'made-up' ? this.madeUp : this.created;
  }

  private drop(list: RecordList): void {
    const record = list.first;
    const store = record?.store;
    if (!store) return;
    this.remove(record);
    store.evict(record);
    if (this.dropped++ === 0)
      process.emitWarning(`the mock keeps ${MAX_RECORDS} records, 64 MiB, at most: the oldest are dropped`);
  }
}

/** Approximate bytes of a value, and of its texts in responses. */
export function approximateSize(value: JsonValue): number {
  if (typeof value === 'string') return 20 + 3 * value.length;
  if (typeof value !== 'object' || value === null) return 30;
  if (!Array.isArray(value) && !isObject(value)) return 30 + value.text.length;
  let size = 100;
  for (const each of Object.values(value)) size += 50 + approximateSize(each as JsonValue);
  return size;
}
