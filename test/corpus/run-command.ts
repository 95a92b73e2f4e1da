import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const CLI = 'dist/bundle/cli.cjs';
const PEAK_MEMORY = pathToFileURL('dist/test/corpus/peak-memory.js').href;
/** Time between the signal that ends a command and the one that kills it. */
const GRACE_MS = 10_000;

/** How one command went. */
export interface CommandRun {
  /** Exit code, or the signal that it needed; `timeout` if it was ended at its time limit. */
  readonly exit: number | string;
  readonly seconds: number;
  /** Peak memory; undefined if it was killed. */
  readonly megabytes: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line at low priority, and ends it at a time limit. */
export async function runCommand(
  args: readonly string[],
  limitSeconds: number,
  folder: string,
  onStart: (child: ChildProcess) => void = () => {},
): Promise<CommandRun> {
  const peakFile = join(folder, 'peak-memory');
  rmSync(peakFile, { force: true });
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', PEAK_MEMORY, CLI, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CORPUS_PEAK_FILE: peakFile, CORPUS_PARENT: String(process.pid), SCARF_ANALYTICS: 'false' },
  });
  let isTimeout = false;
  const ended = setTimeout(() => {
    isTimeout = true;
    child.kill('SIGTERM');
  }, limitSeconds * 1000);
  const killed = setTimeout(() => child.kill('SIGKILL'), limitSeconds * 1000 + GRACE_MS);
  onStart(child);
  const [[code, signal], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null, string | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  clearTimeout(ended);
  clearTimeout(killed);
  const seconds = round((performance.now() - startedAt) / 1000);
  return {
    exit: signal ?? (isTimeout ? 'timeout' : (code ?? 'none')),
    seconds,
    megabytes: readPeak(peakFile),
    stdout,
    stderr,
  };
}

function readPeak(file: string): number | undefined {
  try {
    return Math.round(Number(readFileSync(file, 'utf8')) / 1024);
  } catch {
    return undefined;
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
