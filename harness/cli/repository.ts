import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the nearest folder from `start` upwards that is the root of a Git repository. */
export function repositoryRoot(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
