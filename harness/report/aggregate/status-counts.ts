import type { StatusCount } from '../../core/report.ts';
import { compareStrings } from '../../core/util/compare-strings.ts';

/** Counts responses by status, so that different ones are never one number. */
export class StatusCounts {
  private readonly counts = new Map<string, number>();

  /** Counts nothing for what has no status of its own. */
  add(status: string | undefined, count: number): void {
    if (status !== undefined) this.counts.set(status, (this.counts.get(status) ?? 0) + count);
  }

  list(): StatusCount[] {
    return [...this.counts]
      .map(([status, count]) => ({ status, count }))
      .sort((a, b) => compareStrings(a.status, b.status));
  }
}
