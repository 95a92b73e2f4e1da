import { readArrived } from '../core/util/event-loop.ts';
import { MAX_TIMER_MS } from '../core/util/timer.ts';

/** A timer that is this late means that the event loop was blocked. */
const STALL_MS = 50;
const MAX_EXTENSIONS = 20;

/**
 * Starts a timeout that does not count time in which the event loop was blocked: nothing is read meanwhile, and a
 * response that came in time would look as if it had not. A flood of data can block it without end; the extra time
 * is therefore limited.
 * @returns a function that cancels it
 */
export function stallAwareTimeout(timeoutMs: number, onTimeout: () => void): () => void {
  const limitMs = Math.min(timeoutMs, MAX_TIMER_MS);
  let due = performance.now() + limitMs;
  let timer = setTimeout(check, limitMs);
  let extensions = 0;
  let isCanceled = false;
  return () => {
    isCanceled = true;
    clearTimeout(timer);
  };

  function check(): void {
    const lateMs = performance.now() - due;
    if (lateMs < STALL_MS || ++extensions > MAX_EXTENSIONS) void afterReading();
    else {
      const extraMs = Math.min(lateMs, limitMs);
      due += lateMs + extraMs;
      timer = setTimeout(check, extraMs);
    }
  }
  async function afterReading(): Promise<void> {
    await readArrived();
    if (!isCanceled) onTimeout();
  }
}
