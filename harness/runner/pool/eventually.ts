import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 25;

/** Repeats an observation until it shows what is expected, or the time for eventual consistency is over. */
export async function eventually<T>(
  limitMs: number,
  observe: () => Promise<T>,
  isExpected: (observed: T) => boolean,
): Promise<T> {
  const end = performance.now() + limitMs;
  for (let waitMs = FIRST_PAUSE_MS; ; waitMs *= 2) {
    // However long an observation takes, the last one begins when the time is over.
    const isLast = performance.now() >= end;
    const observed = await observe();
    if (isLast || isExpected(observed)) return observed;
    await pause(Math.max(0, Math.min(waitMs, end - performance.now())));
  }
}
