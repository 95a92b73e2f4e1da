import { UsageError } from '../../core/errors.ts';
import type { Shard } from '../../core/report.ts';
import { evenHash } from '../../core/util/random.ts';

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
  return evenHash(caseId) % count === number - 1;
}
