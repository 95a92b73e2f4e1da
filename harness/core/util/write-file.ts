import { closeSync, constants, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** The content of a file, or its parts in order: a large one need not be in memory as a whole. */
type FileContent = string | Iterable<string | Uint8Array>;

/**
 * Writes a file as a whole or not at all: to a temporary file beside it, which is then renamed. Creates its folder.
 * @param mode of a new file
 */
export function writeFileAtomically(file: string, content: FileContent, mode?: number): void {
  makeFolder(dirname(file));
  const stats = statSync(file, { throwIfNoEntry: false });
  // A device or a pipe is written to, not replaced.
  if (stats && !stats.isFile()) writeToDevice(file, content);
  else replaceFile(stats ? realpathSync(file) : file, content, stats?.mode ?? mode);
}

/** To open a pipe that nobody reads would wait for a reader, also at a signal. */
function writeToDevice(file: string, content: FileContent): void {
  const reachable = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    writeContent(file, content);
  } finally {
    closeSync(reachable);
  }
}

function writeContent(file: string, content: FileContent, mode?: number): void {
  const opened = openSync(file, 'w', mode);
  try {
    for (const part of typeof content === 'string' ? [content] : content) writeFileSync(opened, part);
  } finally {
    closeSync(opened);
  }
}

function replaceFile(target: string, content: FileContent, mode: number | undefined): void {
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    writeContent(temporary, content, mode);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
