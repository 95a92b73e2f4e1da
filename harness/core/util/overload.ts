import { availableParallelism, loadavg } from 'node:os';

const MAX_OVERLOAD = 4;

/** How many times as long as alone work may take on this machine now: with more time, what is skipped is the same as elsewhere. */
export function overload(): number {
  const [lastMinute = 0] = loadavg();
  return Math.min(MAX_OVERLOAD, Math.max(1, lastMinute / availableParallelism()));
}
