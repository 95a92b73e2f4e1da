import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const root: string = join(import.meta.dirname, '../..');
/** Written by every build and by nothing else: `tsc --noEmit` touches the compiler's own file, too. */
const stamp = join(root, 'dist/bundle/cli.cjs');

/** Builds the program once for all tests that run it as a process; nothing is done where it is fresh. Types are another check. */
export function setup(): void {
  if (!isFresh()) buildAll();
}

export function buildAll(): void {
  run('typescript/bin/tsc', '-p', root, '--noCheck');
  run('rolldown/bin/cli.mjs', '-c');
}

/** Runs a tool of node_modules on the project. */
function run(tool: string, ...args: string[]): void {
  execFileSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Whether `dist` is newer than all that it is made from. */
export function isFresh(): boolean {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return ['harness', 'fixtures', 'test', 'tsconfig.json', 'rolldown.config.ts'].every(
    (path) => newest(join(root, path)) < built,
  );
}

/** The time of the last change below a path, in milliseconds. */
export function newest(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
