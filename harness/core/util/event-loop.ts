import { setImmediate } from 'node:timers/promises';

const YIELD_AFTER_MS = 50;

/** Yields to the event loop during long synchronous work, so that signals, sockets and timers are served. */
export class EventLoopYielder {
  private lastYieldAt = performance.now();

  /** True if the last yield was too long ago. */
  get isDue(): boolean {
    return performance.now() - this.lastYieldAt > YIELD_AFTER_MS;
  }

  /** Serves everything that is pending. */
  async yieldNow(): Promise<void> {
    await readArrived();
    this.lastYieldAt = performance.now();
  }
}

/**
 * Has everything read that has arrived. A timer that is due runs before the sockets are read, so after a time in which the event loop was
 * blocked, what came long ago still looks as if it had not.
 */
export async function readArrived(): Promise<void> {
  // The first may still be called in this turn of the loop, after signals, sockets and timers were looked at.
  await setImmediate();
  await setImmediate();
}
