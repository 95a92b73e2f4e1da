import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { InputError } from '../../core/errors.ts';
import type { SourceLocation } from '../../core/model.ts';

/** Rejects references to files outside of the repository of the document: a document may come from a stranger. */
export class ReferencePolicy {
  /** Where references of this document may lead, as written and with symbolic links resolved. */
  private readonly folders: readonly string[];
  private readonly realFolders: readonly string[];

  /** @param allowed further folders that references may lead to */
  constructor(documentFile: string, allowed: readonly string[]) {
    const folder = dirname(resolve(documentFile));
    const roots = [repositoryOf(folder) ?? folder, ...allowed.map((path) => resolve(path))];
    const real = roots.map(realPath);
    this.folders = [...roots, ...real];
    this.realFolders = real;
  }

  /**
   * @param reference as named in messages
   * @throws {InputError} at the location, if the file is outside of the allowed folders, also by a symbolic link
   */
  assertAllowed(file: string, reference: string, location: SourceLocation | undefined, pointer?: string): void {
    const leadsTo = this.outside(file);
    if (leadsTo === undefined) return;
    const folder = relative('.', dirname(leadsTo)) || '.';
    throw new InputError(
      `${reference} leads out of ${this.root}. If you trust it, pass --allow-refs ${folder}`,
      location,
      pointer,
    );
  }

  /** The folder of the document, as messages name it. */
  get root(): string {
    return relative('.', this.folders[0] ?? '') || '.';
  }

  /** Returns where a file leads to outside of the allowed folders; undefined if it is in one of them. */
  outside(file: string): string | undefined {
    // A path that is outside as written must not be looked up: that would reveal whether the file exists.
    if (!isWithin(file, this.folders)) return file;
    const real = realPath(file);
    return isWithin(real, this.realFolders) ? undefined : real;
  }
}

function isWithin(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file === folder || file.startsWith(folder.endsWith(sep) ? folder : folder + sep));
}

/** Returns the nearest folder with a `.git`, which is a file in worktrees and submodules. */
function repositoryOf(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return current;
    if (current === dirname(current)) return undefined;
  }
}

/** Resolves symbolic links; of a file that does not exist, those of its folder. What leads nowhere is found out by reading it. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return code === 'ENOENT' && path !== dirname(path) ? join(realPath(dirname(path)), basename(path)) : path;
  }
}
