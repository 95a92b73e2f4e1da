import { isAbsolute, relative, resolve } from 'node:path';

/** What renderers need in addition to the report. */
export interface RenderOptions {
  /** Names of headers whose values are redacted, in addition to those that carry credentials by definition. */
  readonly secretHeaders: readonly string[];
  /** Where the run took place; absent: outside of a repository. */
  readonly repository?: Repository | undefined;
  /** List every result in the JSON report, not only those with findings or without a conclusion. */
  readonly full?: boolean;
}

/** Absolute paths of a repository and of the working folder, to which the paths of a report are relative. */
export interface Repository {
  readonly root: string;
  readonly workingFolder: string;
}

/** Returns the path of a file relative to the repository with `/`, as CI systems expect it; unchanged if it is outside. */
export function repositoryPath(file: string, repository: Repository | undefined): string {
  if (repository === undefined) return file;
  const path = relative(repository.root, resolve(repository.workingFolder, file)).replaceAll('\\', '/');
  return path === '' || path.startsWith('../') || isAbsolute(path) ? file : path;
}
