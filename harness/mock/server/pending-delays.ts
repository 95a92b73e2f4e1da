import { MAX_TIMER_MS } from '../../core/util/timer.ts';

/** Delays of responses, which can all be ended early: a mock that closes must not wait for them. */
export class PendingDelays {
  private readonly pending = new Map<NodeJS.Timeout, () => void>();
  private isEnded = false;

  /** Resolves after the delay, or when all delays are ended. */
  wait(delayMs: number): Promise<void> {
    if (this.isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          this.pending.delete(timer);
          resolve();
        },
        Math.min(delayMs, MAX_TIMER_MS),
      );
      this.pending.set(timer, resolve);
    });
  }

  /** Ends all delays, also future ones. */
  end(): void {
    this.isEnded = true;
    for (const [timer, resolve] of this.pending) {
      clearTimeout(timer);
      resolve();
    }
    this.pending.clear();
  }
}
