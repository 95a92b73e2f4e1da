/** What a suite left out: each reason once, with all the requests that were not sent for it. */
export class SkippedRequests {
  private readonly reasons = new Map<string, number>();
  /** Reasons for which more were left out than were counted. */
  private readonly isLowerBound = new Set<string>();

  /** @param all whether these are all requests that were not sent for it */
  add(why: string, requests = 0, all = true): void {
    this.reasons.set(why, (this.reasons.get(why) ?? 0) + requests);
    if (!all) this.isLowerBound.add(why);
  }

  /** One line; undefined where nothing was left out. */
  get text(): string | undefined {
    const reasons = [...this.reasons].map(([why, requests]) => {
      if (requests === 0) return why;
      const count = requests === 1 ? '1 request was' : `${requests} requests were`;
      return `${this.isLowerBound.has(why) ? 'at least ' : ''}${count} not sent: ${why}`;
    });
    return reasons.length > 0 ? reasons.join('; ') : undefined;
  }
}
