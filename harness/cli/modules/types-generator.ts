import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';

/** Options of openapi-typescript. */
interface TypesOptions {
  readonly silent: boolean;
  readonly defaultNonNullable: boolean;
}

/** What is used of openapi-typescript. */
export interface TypesGenerator {
  default(document: URL, options: TypesOptions): Promise<unknown>;
  astToString(nodes: unknown): string;
  readonly COMMENT_HEADER: string;
}

const PACKAGE = 'openapi-typescript';

/**
 * Loads openapi-typescript from the user's project: an optional peer dependency.
 * @param folder where it is looked for, as if a file there imported it
 * @throws {UsageError} if it is not installed there, or not with the TypeScript that it needs
 */
export function loadTypesGenerator(folder: string): TypesGenerator {
  const projectRequire = createRequire(resolve(folder, 'package.json'));
  const file = findPackage(projectRequire, folder);
  try {
    return projectRequire(file) as TypesGenerator;
  } catch (error) {
    const [reason] = String(error).split('\n');
    // TypeScript 7 has no compiler API, and a project has one TypeScript.
    throw new UsageError(
      `${file} cannot be loaded: ${reason}. If it is for want of TypeScript 5, install both in a folder of their own: ` +
        `npm install --prefix types-generator ${PACKAGE} typescript@5, then contract types --generator types-generator`,
    );
  }
}

function findPackage(projectRequire: NodeJS.Require, folder: string): string {
  try {
    return projectRequire.resolve(PACKAGE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      `contract types needs ${PACKAGE}, which is not installed in ${resolve(folder)}: npm install --save-dev ${PACKAGE} typescript@5`,
    );
  }
}
