/** A timer that is this late means that the event loop was blocked. */
const STALL_MS = 50;

/**
 * Starts a timeout that does not count time in which the event loop was blocked: nothing is read meanwhile, and a
 * response that came in time would look as if it had not.
 * @returns a function that cancels it
 */
export function stallAwareTimeout(timeoutMs: number, onTimeout: () => void): () => void {
  let due = performance.now() + timeoutMs;
  let timer = setTimeout(check, timeoutMs);
  return () => clearTimeout(timer);

  function check(): void {
    const lateMs = performance.now() - due;
    if (lateMs < STALL_MS) onTimeout();
    else {
      const extraMs = Math.min(lateMs, timeoutMs);
      due += lateMs + extraMs;
      timer = setTimeout(check, extraMs);
    }
  }
}
