import { setImmediate } from 'node:timers/promises';

/** After so many milliseconds of work it rests. */
const YIELD_AFTER_MS = 50;

/** Lets long work rest now and then: no signal is seen, no answer read and no time limit kept while it goes on. */
export class EventLoopYielder {
  private lastYieldAt = performance.now();

  get isDue(): boolean {
    return performance.now() - this.lastYieldAt > YIELD_AFTER_MS;
  }

  /** Lets everything be done that has come up. */
  async yieldIfDue(): Promise<void> {
    await setImmediate();
    this.lastYieldAt = performance.now();
  }
}
