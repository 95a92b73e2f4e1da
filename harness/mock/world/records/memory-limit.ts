import { isObject } from '../../../core/json/index.ts';
import type { JsonValue } from '../../../core/model.ts';
import { FirstIn } from './first-in.ts';
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
  private readonly created = new Map<StoredRecord, RecordStore>();
  private readonly madeUp = new Map<StoredRecord, RecordStore>();
  private readonly oldest = new Map([this.created, this.madeUp].map((list) => [list, new FirstIn(list)]));

  add(store: RecordStore, record: StoredRecord): void {
    const list = this.listOf(record);
    list.set(record, store);
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
    if (this.listOf(record).delete(record)) this.bytes -= record.size;
  }

  clear(): void {
    this.created.clear();
    this.madeUp.clear();
    this.bytes = 0;
    this.dropped = 0;
  }

  private isFull(): boolean {
    return this.bytes > MAX_BYTES || this.created.size + this.madeUp.size > MAX_RECORDS;
  }

  private listOf({ origin }: StoredRecord): Map<StoredRecord, RecordStore> {
    return origin === 'made-up' ? this.madeUp : this.created;
  }

  private drop(list: Map<StoredRecord, RecordStore>): void {
    const record = this.oldest.get(list)?.next();
    const store = record && list.get(record);
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
