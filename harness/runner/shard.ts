import { UsageError } from '../core/errors.ts';
import type { Shard } from '../core/report.ts';

/**
 * Parses `2/4`.
 * @throws {UsageError} for anything else, and for a number out of range
 */
export function parseShard(text: string): Shard {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const [number, count] = [Number(match?.[1]), Number(match?.[2])];
  if (match && number >= 1 && number <= count) return { number, count };
  throw new UsageError(`--shard takes NUMBER/COUNT, from 1/4 to 4/4, not "${text}"`);
}

/** Whether a case belongs to a shard: decided by its id alone, so that it stays there whatever other cases there are. */
export function isInShard({ number, count }: Shard, caseId: string): boolean {
  return hash(caseId) % count === number - 1;
}

/** 32 bits: FNV-1a, then MurmurHash3's finalizer so that the low bits depend on all others. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
