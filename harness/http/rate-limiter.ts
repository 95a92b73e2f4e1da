import { setTimeout as pause } from 'node:timers/promises';

const NANOSECONDS = 1_000_000_000;

/** What two threads need to keep one pace: plain data that both see. */
export interface RateLimiterState {
  readonly interval: bigint;
  /** The moment from which the next request may be sent, in nanoseconds of `process.hrtime`, which all threads share. */
  readonly next: BigInt64Array;
}

/** Spaces requests evenly, whoever sends them: at most so many a second, no bursts. */
export class RateLimiter {
  readonly state: RateLimiterState;

  constructor(state: RateLimiterState) {
    this.state = state;
  }

  static perSecond(rate: number): RateLimiter {
    const interval = BigInt(Math.round(NANOSECONDS / rate));
    return new RateLimiter({ interval, next: new BigInt64Array(new SharedArrayBuffer(8)) });
  }

  /** Resolves when the next request may be sent, or at once when the signal is aborted. */
  async wait(signal?: AbortSignal): Promise<void> {
    const wait = Number(this.claim() - process.hrtime.bigint()) / 1e6;
    if (wait > 0) await pause(wait, undefined, signal && { signal }).catch(() => undefined);
  }

  private claim(): bigint {
    const { interval, next } = this.state;
    for (;;) {
      const seen = Atomics.load(next, 0);
      let mine = process.hrtime.bigint();
      if (seen > mine) mine = seen;
      if (Atomics.compareExchange(next, 0, seen, mine + interval) === seen) return mine;
    }
  }
}
