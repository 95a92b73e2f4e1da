/** Limits how many requests are in flight, and lets one be sent alone. */
export class ConcurrencyLimit {
  private limit = Number.POSITIVE_INFINITY;
  private active = 0;
  private mostActive = 0;
  /** How many requests were begun. */
  private begun = 0;
  private isExclusive = false;
  private readonly waiting: (() => void)[] = [];

  /** How many requests may be in flight; infinite unless it was lowered. */
  get maxInFlight(): number {
    return this.limit;
  }

  /** @param request is told whether, until now, no other request was in flight since it began */
  async send<T>(request: (isAlone: () => boolean) => Promise<T>): Promise<T> {
    while (this.isExclusive || this.active >= this.limit) await this.change();
    const isFirst = this.active++ === 0;
    const number = ++this.begun;
    this.mostActive = Math.max(this.mostActive, this.active);
    try {
      return await request(() => isFirst && this.begun === number);
    } finally {
      this.active--;
      this.notify();
    }
  }

  /** Sends when nothing else is in flight, and lets nothing else be sent meanwhile. */
  async sendAlone<T>(request: () => Promise<T>): Promise<T> {
    while (this.isExclusive) await this.change();
    this.isExclusive = true;
    try {
      while (this.active > 0) await this.change();
      return await request();
    } finally {
      this.isExclusive = false;
      this.notify();
    }
  }

  /** Halves how many requests may be in flight. */
  slowDown(): void {
    this.limit = Math.max(1, Math.floor(Math.min(this.limit, this.mostActive) / 2));
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private notify(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }
}
