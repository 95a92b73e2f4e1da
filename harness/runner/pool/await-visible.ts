import { eventually } from './eventually.ts';
import { isAccepted } from './journal.ts';
import type { Lease } from './lease.ts';
import type { LiveRecord } from './live-record.ts';
import type { ResourcePool } from './resource-pool.ts';
import { unlessStopped } from './sender.ts';

/** Reads the records until they show, at most for the time of eventual consistency; true if all do. */
export async function awaitVisible(pool: ResourcePool, { records }: Lease, limitMs: number): Promise<boolean> {
  const reads = await readAll(pool, records, limitMs);
  return reads.every(({ isVisible }) => isVisible);
}

/** The same; true only if one of them was late. */
export async function awaitLate(
  pool: ResourcePool,
  records: readonly (LiveRecord | undefined)[],
  limitMs: number,
): Promise<boolean> {
  const reads = await readAll(pool, records, limitMs);
  return reads.every(({ isVisible }) => isVisible) && reads.some(({ count }) => count > 1);
}

interface Awaited {
  readonly isVisible: boolean;
  /** How often it was read. */
  readonly count: number;
}

function readAll(
  pool: ResourcePool,
  records: readonly (LiveRecord | undefined)[],
  limitMs: number,
): Promise<Awaited[]> {
  const expected = records.flatMap((record) => (record === undefined || record.isDeleted ? [] : [record]));
  return Promise.all(expected.map((record) => awaitRecord(pool, record, limitMs)));
}

async function awaitRecord(pool: ResourcePool, record: LiveRecord, limitMs: number): Promise<Awaited> {
  let count = 0;
  const reader = pool.reader(record.type);
  const base = reader && pool.candidates.base(reader.operation, []);
  const spec = base && pool.request(reader, record, base);
  if (!reader || !spec || 'problem' in spec) return { isVisible: false, count };
  const observe = () => {
    count++;
    return pool.journal.observe(reader.operation, spec, `wait for the ${record.type.name}`);
  };
  const isVisible = await unlessStopped(eventually(limitMs, observe, isAccepted).then(isAccepted), () => false);
  return { isVisible, count };
}
