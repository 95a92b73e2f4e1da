import { UsageError } from '../../core/errors.ts';

/** How the mock sends streams, unless a request prefers otherwise. */
export interface StreamOptions {
  /** Number of items; default: as many as the document has examples, else 3. */
  readonly items?: number | 'endless';
  /** Milliseconds between two items; default 0. */
  readonly intervalMs?: number;
}

/** Checks the options of a program that no compiler has checked. @throws {UsageError} */
export function checkStreamOptions({ items, intervalMs = 0, ...others }: StreamOptions): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new UsageError(`Unknown option ${unknown} of streams. Known: items, intervalMs`);
  const isCount = items === undefined || items === 'endless' || (Number.isInteger(items) && items >= 0);
  if (!isCount) throw new UsageError(`Option items of streams takes a number of items, or 'endless', not ${items}.`);
  if (!(intervalMs >= 0)) throw new UsageError(`Option intervalMs of streams takes milliseconds, not ${intervalMs}.`);
}
