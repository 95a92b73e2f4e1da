/** Limits how many holders are active at once; others wait, first come, first served. */
export class Semaphore {
  private count: number;
  private acquired = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.count = count;
  }

  /** Acquires one permit, to be returned with `release`. @returns undefined if no wait is necessary */
  acquire(): Promise<void> | undefined {
    if (this.acquired < this.count) {
      this.acquired++;
      return undefined;
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    this.acquired--;
    this.resumeWaiting();
  }

  /** Changes the number of permits; permits that are held stay valid. */
  setCount(count: number): void {
    this.count = count;
    this.resumeWaiting();
  }

  private resumeWaiting(): void {
    for (; this.acquired < this.count; this.acquired++) {
      const next = this.waiting.shift();
      if (!next) return;
      next();
    }
  }
}
