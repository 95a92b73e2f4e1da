/** Lets so many go at once; the others wait, first come first served. */
export class Semaphore {
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
    this.call();
  }

  /** Lets so many go from now on. */
  allow(count: number): void {
    this.count = count;
    this.call();
  }

  private call(): void {
    for (; this.taken < this.count; this.taken++) {
      const next = this.waiting.shift();
      if (!next) return;
      next();
    }
  }
}
