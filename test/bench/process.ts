import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** What one run of a whole process took. */
export interface Timed {
  readonly ms: number;
  /** Peak resident memory, MB, as far as polling saw it. */
  readonly memory: number;
  readonly code: number | null;
  readonly output: string;
}

const POLL = 20;

export interface TimeOptions {
  readonly cwd?: string | undefined;
  /** Milliseconds after which the process is ended; its exit code is then null. */
  readonly limitMs?: number;
}

/** Runs a command to its end and measures it from outside. */
export async function time(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  { cwd, limitMs }: TimeOptions = {},
): Promise<Timed> {
  const started = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SCARF_ANALYTICS: 'false', ...env },
    ...(cwd !== undefined && { cwd }),
    ...(limitMs !== undefined && { timeout: limitMs, killSignal: 'SIGKILL' }),
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  let memory = 0;
  const poll = setInterval(() => {
    memory = Math.max(memory, peak(child.pid));
  }, POLL);
  await once(child, 'close');
  clearInterval(poll);
  return { ms: performance.now() - started, memory, code: child.exitCode, output };
}

/** High-water marks of the resident memory of a process and of those that it started, MB; 0 once it is gone, or where the system has no /proc. */
function peak(pid: number | undefined): number {
  const own = Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
  return children(pid).reduce((sum, child) => sum + peak(child), own);
}

function children(pid: number | undefined): number[] {
  const folder = `/proc/${pid}/task`;
  const lists = attempt(() => readdirSync(folder), []).map((thread) => read(`${folder}/${thread}/children`));
  return lists.flatMap((list) => list.split(' ').filter((child) => child !== '')).map(Number);
}

const read = (file: string) => attempt(() => readFileSync(file, 'utf8'), '');

/** What a call gives, or else this if the process is gone. */
function attempt<Result>(call: () => Result, otherwise: Result): Result {
  try {
    return call();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return otherwise;
    throw error;
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Rows as a Markdown table; the first is the head. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
