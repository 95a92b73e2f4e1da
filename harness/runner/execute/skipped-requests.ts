import type { SuiteSummary } from '../../core/report.ts';
import { listNames } from '../../core/util/list-names.ts';

/** What was skipped, if the same reason can hold for many, e.g. `deleteBooks` and `not sent: it ...`. */
export interface SkippedItem {
  readonly item: string;
  readonly reason: string;
}

/** The requests that a suite did not send, by reason. */
export class SkippedRequests {
  private readonly reasons = new Map<string, number>();
  private readonly items = new Map<string, Set<string>>();
  /** Reasons whose counts were cut short. */
  private readonly lowerBounds = new Set<string>();

  /** @param all false if there are more requests than were counted */
  add(skipped: string | SkippedItem, requests = 0, all = true): void {
    const reason = typeof skipped === 'string' ? skipped : skipped.reason;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + requests);
    if (typeof skipped !== 'string')
      this.items.set(reason, (this.items.get(reason) ?? new Set<string>()).add(skipped.item));
    if (!all) this.lowerBounds.add(reason);
  }

  /** The cases that were planned. */
  get notSent(): NonNullable<SuiteSummary['notSent']> {
    const cases = [...this.reasons.values()].reduce((sum, requests) => sum + requests, 0);
    return { cases, isLowerBound: this.lowerBounds.size > 0 };
  }

  /** A line for each reason. */
  get lines(): string[] {
    return [...this.reasons].map(([reason, requests]) => {
      const items = [...(this.items.get(reason) ?? [])];
      if (items.length > 0) return `${listNames(items)}: ${reason}`;
      if (requests === 0) return reason;
      const count = requests === 1 ? '1 request was' : `${requests} requests were`;
      return `${this.lowerBounds.has(reason) ? 'at least ' : ''}${count} not sent: ${reason}`;
    });
  }
}
