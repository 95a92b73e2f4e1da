import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes a file as a whole or not at all: to a temporary file beside it, which is then renamed. Creates its folder. */
export function writeFileAtomically(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const stats = statSync(file, { throwIfNoEntry: false });
  // A device or a pipe is written to, not replaced.
  if (stats && !stats.isFile()) writeToDevice(file, text);
  else replaceFile(stats ? realpathSync(file) : file, text, stats?.mode);
}

/** To open a pipe that nobody reads would wait for a reader, also at a signal. */
function writeToDevice(file: string, text: string): void {
  const reachable = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(reachable);
  }
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
