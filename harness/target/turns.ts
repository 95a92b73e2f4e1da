/** Lets so many go at once; the others wait, first come first served. */
export class Turns {
  private count: number;
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.count = count;
  }

  /** Takes a turn, to be ended with {@link pass}: at once where undefined is given, else once the promise is resolved. */
  take(): Promise<void> | undefined {
    if (this.taken < this.count) {
      this.taken++;
      return undefined;
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  pass(): void {
    this.taken--;
    if (this.taken >= this.count) return;
    const next = this.waiting.shift();
    if (!next) return;
    this.taken++;
    next();
  }

  /** Lets fewer go from now on. */
  lower(count: number): void {
    this.count = Math.min(this.count, count);
  }
}
