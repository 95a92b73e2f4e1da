import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../core/errors.ts';
import type { HookName } from './hooks.ts';

/** A hook before or after the run may seed a database. */
const RUN_HOOK_MS = 60_000;
const REQUEST_HOOK_MS = 10_000;

const LIMITS: Readonly<Record<HookName, number>> = {
  beforeRun: RUN_HOOK_MS,
  beforeRequest: REQUEST_HOOK_MS,
  afterResponse: REQUEST_HOOK_MS,
  afterRun: RUN_HOOK_MS,
};

/**
 * Calls a hook and waits for it.
 * @param limitMs default: a minute before and after the run, 10 s at a request
 * @throws {UsageError} with its place in the file, if it throws, or takes longer than the limit
 */
export async function callHook<T>(
  name: HookName,
  hook: () => T | Promise<T>,
  limitMs: number = LIMITS[name],
): Promise<Awaited<T>> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const message = `the hook ${name} did not end within ${limitMs / 1000} s`;
    timer = setTimeout(() => reject(new UsageError(message)), limitMs);
  });
  try {
    return await Promise.race([(async () => hook())(), limit]);
  } catch (error) {
    throw error instanceof UsageError ? error : hookError(`the hook ${name} failed`, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the error of a hook with the file, line and column in the user's code. */
export function hookError(what: string, error: unknown): UsageError {
  const place = error instanceof Error ? placeOf(error) : undefined;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new UsageError(`${place === undefined ? '' : `${place}: `}${what}: ${message}`);
}

/** A frame such as `at sign (file:///app/contract.hooks.mjs:12:9)`; a syntax error has its place in the first line. */
const FRAME = /(?:^|\(|at |async )((?:file:\/\/)?\/[^():\n]+):(\d+)(?::(\d+))?/m;

function placeOf({ stack = '' }: Error): string | undefined {
  for (const line of stack.split('\n')) {
    const [, path, row, column] = FRAME.exec(line) ?? [];
    if (path === undefined || row === undefined || path.includes('/node_modules/')) continue;
    const absolute = path.startsWith('file:') ? fileURLToPath(path) : path;
    const below = relative(process.cwd(), absolute);
    const file = below.startsWith('..') ? absolute : below;
    return column === undefined ? `${file}:${row}` : `${file}:${row}:${column}`;
  }
  return undefined;
}
