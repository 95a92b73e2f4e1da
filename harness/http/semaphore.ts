/** Lets so many go at once; the others wait, first come first served. */
export class Semaphore {
  private count: number;
  private acquired = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.count = count;
  }

  /** Takes a turn, to be ended with {@link pass}: at once where undefined is given, else once the promise is resolved. */
  acquire(): Promise<void> | undefined {
    if (this.acquired < this.count) {
      this.acquired++;
      return undefined;
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    this.acquired--;
    this.run();
  }

  /** Lets so many go from now on. */
  setCount(count: number): void {
    this.count = count;
    this.run();
  }

  private run(): void {
    for (; this.acquired < this.count; this.acquired++) {
      const next = this.waiting.shift();
      if (!next) return;
      next();
    }
  }
}
