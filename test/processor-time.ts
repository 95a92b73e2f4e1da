import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds of processor time of this process: what else runs on the machine hardly changes them. */
export class ProcessorTime {
  private readonly start = process.cpuUsage();

  get ms(): number {
    const { user, system } = process.cpuUsage(this.start);
    return (user + system) / 1000;
  }
}

const TICK_MS = 10;
const POLL_MS = 10;
const MAX_IDLE_POLLS = 100;

/** Of another process, since it began; time by the clock if the system does not tell. */
function processorMsOf({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return performance.now();
  // proc_pid_stat(5): the name, in parentheses, may contain anything; utime and stime are fields 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Waits until a process has worked for so long, or has nothing more to do, or has ended. */
export async function worked(child: ChildProcess, ms: number): Promise<void> {
  const start = process.platform === 'linux' ? 0 : performance.now();
  let [last, idle] = [0, 0];
  while (!hasEnded(child) && idle < MAX_IDLE_POLLS) {
    const now = processorMsOf(child) - start;
    if (now >= ms) return;
    idle = now > last ? 0 : idle + 1;
    last = now;
    await pause(POLL_MS);
  }
}

/** The processor time of a process from now until it has ended, in ms. */
export async function processorMsUntilEnd(child: ChildProcess, signal?: NodeJS.Signals): Promise<number> {
  if (hasEnded(child)) return 0;
  const ended = once(child, 'exit');
  const before = processorMsOf(child);
  if (signal) child.kill(signal);
  let last = before;
  const poll = setInterval(() => {
    try {
      last = processorMsOf(child);
    } catch {
      // It has ended; its exit is reported next.
    }
  }, POLL_MS);
  await ended;
  clearInterval(poll);
  return last - before;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
