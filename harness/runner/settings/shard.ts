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

/** The share of a shard: the heaviest is dealt first, each to the shard that has the least so far, the same on every machine. */
export function shareOf<T>(
  { number, count }: Shard,
  items: readonly T[],
  weightOf: (item: T) => number,
): ReadonlySet<T> {
  const shares = Array.from({ length: count }, () => ({ weight: 0, items: new Set<T>() }));
  for (const item of items.toSorted((a, b) => weightOf(b) - weightOf(a))) {
    const least = shares.reduce((a, b) => (b.weight < a.weight ? b : a));
    least.items.add(item);
    least.weight += weightOf(item);
  }
  return shares[number - 1]?.items ?? new Set();
}
