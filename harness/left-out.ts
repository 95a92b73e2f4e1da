/** What a suite left out: each reason once, with all the requests that were not sent for it. */
export class LeftOut {
  private readonly reasons = new Map<string, number>();

  add(why: string, requests = 0): void {
    this.reasons.set(why, (this.reasons.get(why) ?? 0) + requests);
  }

  /** One line; undefined where nothing was left out. */
  get text(): string | undefined {
    const reasons = [...this.reasons].map(([why, requests]) => {
      if (requests === 0) return why;
      return requests === 1 ? `1 request was not sent: ${why}` : `${requests} requests were not sent: ${why}`;
    });
    return reasons.length > 0 ? reasons.join('; ') : undefined;
  }
}
