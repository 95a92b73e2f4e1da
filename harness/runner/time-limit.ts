import { MAX_TIMER_MS } from '../core/util/timer.ts';

/** Why nothing more is sent; also the reason with which the signal aborts. */
export const MAX_TIME_REACHED = '--max-time reached';

/** Requests in flight get this much longer by default. */
const GRACE_MS = 1000;

/** The time in which a run sends requests. It begins now, when the service is reachable. */
export class TimeLimit {
  /** `performance.now()` after which nothing more is sent. */
  readonly deadline: number;
  /** Aborts a little later whatever still waits: for a response, or for its turn at `--rate`. */
  readonly signal: AbortSignal;
  private readonly timer: NodeJS.Timeout | undefined;

  /**
   * @param maxMs infinite for no limit
   * @param graceMs how long after the deadline what is in flight is aborted
   */
  constructor(maxMs: number, graceMs = GRACE_MS) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.deadline = performance.now() + maxMs;
    const delayMs = maxMs + graceMs;
    if (delayMs <= MAX_TIMER_MS) this.timer = setTimeout(() => controller.abort(MAX_TIME_REACHED), delayMs);
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}

/** The time at which a part of the work has to be done, if it gets its share of what is left. */
export function shareOf(deadline: number, share: number): number {
  const now = performance.now();
  return now + (deadline - now) * share;
}
