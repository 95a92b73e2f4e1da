import { eventually } from './eventually.ts';
import { isAccepted } from './journal.ts';
import type { Lease } from './lease.ts';
import type { LiveRecord } from './live-record.ts';
import type { ResourcePool } from './resource-pool.ts';
import { unlessStopped } from './sender.ts';

/** Reads the records until they show, at most for the time of eventual consistency; true if all do. */
export async function awaitVisible(pool: ResourcePool, { records }: Lease, limitMs: number): Promise<boolean> {
  const results = await Promise.all(
    records.map((record) => record === undefined || record.isDeleted || isVisible(pool, record, limitMs)),
  );
  return results.every(Boolean);
}

async function isVisible(pool: ResourcePool, record: LiveRecord, limitMs: number): Promise<boolean> {
  const reader = pool.reader(record.type);
  const base = reader && pool.candidates.base(reader.operation, []);
  const spec = base && pool.request(reader, record, base);
  if (!reader || !spec || 'problem' in spec) return false;
  const observe = () => pool.journal.observe(reader.operation, spec, `wait for the ${record.type.name}`);
  const read = eventually(limitMs, observe, isAccepted);
  return unlessStopped(read.then(isAccepted), () => false);
}
