import type { SuiteSummary } from '../../core/report.ts';

/** The requests that a suite did not send, by reason. */
export class SkippedRequests {
  private readonly reasons = new Map<string, number>();
  /** Reasons whose counts were cut short. */
  private readonly lowerBounds = new Set<string>();

  /** @param all false if there are more requests than were counted */
  add(reason: string, requests = 0, all = true): void {
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + requests);
    if (!all) this.lowerBounds.add(reason);
  }

  /** The cases that were planned. */
  get notSent(): NonNullable<SuiteSummary['notSent']> {
    const cases = [...this.reasons.values()].reduce((sum, requests) => sum + requests, 0);
    return { cases, isLowerBound: this.lowerBounds.size > 0 };
  }

  /** One line; undefined if nothing was skipped. */
  get text(): string | undefined {
    const reasons = [...this.reasons].map(([reason, requests]) => {
      if (requests === 0) return reason;
      const count = requests === 1 ? '1 request was' : `${requests} requests were`;
      return `${this.lowerBounds.has(reason) ? 'at least ' : ''}${count} not sent: ${reason}`;
    });
    return reasons.length > 0 ? reasons.join('; ') : undefined;
  }
}
