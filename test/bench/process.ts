import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** What one run of a whole process took. */
export interface Timed {
  readonly ms: number;
  /** Peak resident memory, MB, as far as polling saw it. */
  readonly memory: number;
  readonly code: number | null;
  readonly output: string;
}

const POLL = 20;

/** Runs a command to its end and measures it from outside. */
export async function time(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<Timed> {
  const started = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SCARF_ANALYTICS: 'false', ...env },
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

/** High-water mark of a process's resident memory, MB; 0 once it is gone, or where the system has no /proc. */
function peak(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ESRCH')
      return 0;
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
