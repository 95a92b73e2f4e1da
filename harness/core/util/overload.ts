import { availableParallelism, loadavg } from 'node:os';

const MAX_OVERLOAD = 4;
/** Over shorter times, what the system reports of processor time is too coarse. */
const SAMPLE_MS = 200;

/**
 * How many times as long as alone work may take on this machine now: with more time, what is skipped is the same as elsewhere. It is read
 * from the load of the machine, and from what this process got: of a container that may use a part of its machine, only that tells.
 */
export function overload(): number {
  const now = performance.now();
  if (now < validUntil) return current;
  validUntil = now + SAMPLE_MS;
  const [lastMinute = 0] = loadavg();
  current = Math.min(MAX_OVERLOAD, Math.max(1, lastMinute / availableParallelism(), waitFactor()));
  return current;
}

let validUntil = 0;
let current = 1;
let last = sample();
let factor = 1;

/** Time at work by processor time, when last there was enough of it to tell: greater than 1 if the process had to wait for a processor. */
function waitFactor(): number {
  const now = sample();
  const atWorkMs = now.atWorkMs - last.atWorkMs;
  if (atWorkMs < SAMPLE_MS) return factor;
  factor = atWorkMs / Math.max(1, now.processorMs - last.processorMs);
  last = now;
  return factor;
}

function sample(): { readonly atWorkMs: number; readonly processorMs: number } {
  const { user, system } = process.cpuUsage();
  return { atWorkMs: performance.eventLoopUtilization().active, processorMs: (user + system) / 1000 };
}
