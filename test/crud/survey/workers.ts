import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Task } from './tasks.ts';
import type { Settings, Verified } from './verify.ts';

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url));
/** A process that has run so many is replaced, because its memory grows. */
const MAX_RUNS = 500;
const NOT_RUN: Verified = { verdict: 'not-run', findings: [], requestCount: 0, durationMs: 0 };

/** Runs tasks in so many processes at once, and hands over what each gave. */
export async function runTasks(
  tasks: readonly Task[],
  settings: Omit<Settings, 'seed'>,
  jobs: number,
  done: (task: Task, verified: Verified) => void,
): Promise<void> {
  const waiting = [...tasks];
  const work = async () => {
    let child: ChildProcess | undefined;
    let runs = 0;
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      if (child === undefined || child.exitCode !== null || runs % MAX_RUNS === 0) {
        child?.kill();
        child = fork(WORKER);
      }
      runs += 1;
      done(task, await runIn(child, task, settings));
    }
    child?.kill();
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

async function runIn(child: ChildProcess, task: Task, settings: Omit<Settings, 'seed'>): Promise<Verified> {
  const ending = new AbortController();
  const ended = once(child, 'exit', { signal: ending.signal }).then(
    () => NOT_RUN,
    () => NOT_RUN,
  );
  const result = once(child, 'message', { signal: ending.signal }).then(([verified]) => verified as Verified);
  child.send({ task, settings });
  try {
    return await Promise.race([result, ended]);
  } finally {
    result.catch(() => undefined);
    ending.abort();
  }
}
