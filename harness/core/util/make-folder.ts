import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileKind } from './regular-file.ts';

/** Creates a folder and those above it. Node's recursive creation never ends where none can be made, as in /proc. */
export function makeFolder(folder: string): void {
  if (fileKind(folder) === 'folder') return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it.
    if (fileKind(folder) !== 'folder') throw error;
  }
}
