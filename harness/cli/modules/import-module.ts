import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../core/errors.ts';
import { fileKind } from '../../core/util/regular-file.ts';
import { hookError } from '../../runner/hooks/call-hook.ts';

/** What a module exports, by name. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/**
 * Loads a module of the user.
 * @param from the option that names it, for messages
 * @throws {UsageError} if it cannot be loaded, with its place
 */
export async function importModule(file: string, from: string): Promise<ModuleExports> {
  if (fileKind(file) !== 'file') throw new UsageError(`${from}: there is no file ${file}`);
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as ModuleExports;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION' && /\.[cm]?ts$/.test(file))
      throw new UsageError(
        `${file}: Node.js ${process.versions.node} cannot load TypeScript: use Node.js 22.18 or later, or write it as .mjs`,
      );
    throw hookError(`${file} cannot be loaded`, error);
  }
}
