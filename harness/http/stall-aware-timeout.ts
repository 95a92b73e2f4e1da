/** A timer that fires so much too late, in milliseconds, tells that this process was busy meanwhile. */
const STALL_MS = 50;

/**
 * Calls back after so many milliseconds, but gives what has come meanwhile the chance to be read first: while this process is busy nothing is
 * read, and an answer that came in time would look like one that never did.
 * @returns what ends it
 */
export function stallAwareTimeout(ms: number, over: () => void): () => void {
  let due = performance.now() + ms;
  let timer = setTimeout(fired, ms);
  return () => clearTimeout(timer);

  function fired(): void {
    const late = performance.now() - due;
    if (late < STALL_MS) over();
    else {
      due += late + Math.min(late, ms);
      timer = setTimeout(fired, Math.min(late, ms));
    }
  }
}
