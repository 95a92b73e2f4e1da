import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the run a folder for temporary files, removed at its end with what tests and ended processes left there. */
export function setup(): () => void {
  // Node keeps what it compiled of the program between runs.
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');
  const folder = mkdtempSync(join(tmpdir(), 'contract-tests-'));
  process.env['TMPDIR'] = folder;
  process.env['XDG_CACHE_HOME'] = join(folder, 'cache');
  return () => rmSync(folder, { recursive: true, force: true });
}
