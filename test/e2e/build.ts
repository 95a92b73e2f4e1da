import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Compiles the program once for all tests that run it as a process; nothing is done where it is fresh. */
export function setup(): void {
  if (isFresh()) return;
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', root], { stdio: 'inherit' });
}

function isFresh(): boolean {
  const built = statSync(join(root, 'dist/.tsbuildinfo'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return ['harness', 'fixtures', 'test', 'tsconfig.json'].every((path) => newest(join(root, path)) < built);
}

function newest(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
