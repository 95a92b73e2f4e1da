import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';

/**
 * Reads a file unless it is a special one: a pipe blocks and a device may have no end.
 * @throws {Error} with a message that says why it cannot be read
 */
export function readRegularFile(file: string): Buffer {
  // O_NONBLOCK, because opening a pipe without a writer blocks. Windows has neither.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw new Error('is a folder');
    if (!stats.isFile()) throw new Error('not a regular file');
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** What a path leads to; undefined if it leads nowhere, be it too long or a circle of links. */
export function fileKind(path: string): 'file' | 'folder' | 'special' | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'special';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}
