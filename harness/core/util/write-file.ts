import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes a file as a whole or not at all: to a temporary file beside it, which is then renamed. Creates its folder. */
export function writeFileAtomically(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const stats = statSync(file, { throwIfNoEntry: false });
  // A device or a pipe is written to, not replaced.
  if (stats && !stats.isFile()) writeFileSync(file, text);
  else replaceFile(stats ? realpathSync(file) : file, text, stats?.mode);
}

function replaceFile(target: string, text: string, mode: number | undefined): void {
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, text, mode === undefined ? {} : { mode });
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
