import { closeSync, constants, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** The text of a file, or its parts in order: a large one need not be in memory as a whole. */
type FileText = string | Iterable<string>;

/** Writes a file as a whole or not at all: to a temporary file beside it, which is then renamed. Creates its folder. */
export function writeFileAtomically(file: string, text: FileText): void {
  makeFolder(dirname(file));
  const stats = statSync(file, { throwIfNoEntry: false });
  // A device or a pipe is written to, not replaced.
  if (stats && !stats.isFile()) writeToDevice(file, text);
  else replaceFile(stats ? realpathSync(file) : file, text, stats?.mode);
}

/** To open a pipe that nobody reads would wait for a reader, also at a signal. */
function writeToDevice(file: string, text: FileText): void {
  const reachable = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    writeText(file, text);
  } finally {
    closeSync(reachable);
  }
}

function writeText(file: string, text: FileText, mode?: number): void {
  const opened = openSync(file, 'w', mode);
  try {
    for (const part of typeof text === 'string' ? [text] : text) writeFileSync(opened, part);
  } finally {
    closeSync(opened);
  }
}

function replaceFile(target: string, text: FileText, mode: number | undefined): void {
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    writeText(temporary, text, mode);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
