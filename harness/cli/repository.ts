import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Repository } from '../report/render-options.ts';

/**
 * Returns the repository of the working folder: that of GITHUB_WORKSPACE if it contains the folder, else the nearest Git repository.
 * @returns undefined outside of a repository
 */
export function findRepository(env: Readonly<Record<string, string | undefined>>): Repository | undefined {
  const workingFolder = process.cwd();
  const workspace = env['GITHUB_WORKSPACE'];
  const isInside = workspace && !relative(workspace, workingFolder).startsWith('..');
  const root = isInside ? workspace : repositoryRoot(workingFolder);
  return root === undefined ? undefined : { root, workingFolder };
}

/** Returns the nearest folder from `start` upwards that is the root of a Git repository. */
export function repositoryRoot(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
