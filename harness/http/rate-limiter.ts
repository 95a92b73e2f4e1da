import { setTimeout as pause } from 'node:timers/promises';
import { MAX_TIMER_MS } from '../core/util/timer.ts';

const NS_PER_SECOND = 1_000_000_000;

/** State shared by all threads that send requests. */
export interface RateLimiterState {
  /** Nanoseconds between requests. */
  readonly intervalNs: bigint;
  /** Earliest time of the next request, in nanoseconds of `process.hrtime`, the same clock in all threads. */
  readonly nextNs: BigInt64Array;
}

/** Limits the rate over all threads. Requests are spaced evenly; there are no bursts. */
export class RateLimiter {
  readonly state: RateLimiterState;

  constructor(state: RateLimiterState) {
    this.state = state;
  }

  static perSecond(rate: number): RateLimiter {
    const intervalNs = BigInt(Math.round(NS_PER_SECOND / rate));
    return new RateLimiter({ intervalNs, nextNs: new BigInt64Array(new SharedArrayBuffer(8)) });
  }

  /** Resolves when the next request may be sent, or when the signal aborts. */
  async wait(signal?: AbortSignal): Promise<void> {
    const slot = this.reserve();
    for (;;) {
      const waitMs = Number(slot - process.hrtime.bigint()) / 1e6;
      if (waitMs <= 0 || signal?.aborted) return;
      await pause(Math.min(waitMs, MAX_TIMER_MS), undefined, signal && { signal }).catch(() => undefined);
    }
  }

  /** Reserves a time slot. Compare-and-swap, because other threads do the same. */
  private reserve(): bigint {
    const { intervalNs, nextNs } = this.state;
    for (;;) {
      const next = Atomics.load(nextNs, 0);
      let slot = process.hrtime.bigint();
      if (next > slot) slot = next;
      if (Atomics.compareExchange(nextNs, 0, next, slot + intervalNs) === next) return slot;
    }
  }
}
