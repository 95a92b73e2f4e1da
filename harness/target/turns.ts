/** Lets so many go at once; the others wait, first come first served. */
export class Turns {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  /** Resolves with what to call at the end of the turn. */
  async take(): Promise<() => void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    return () => this.pass();
  }

  private pass(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}
