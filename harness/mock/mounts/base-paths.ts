import { UsageError } from '../../core/errors.ts';
import type { Contract } from '../../openapi/contract.ts';
import { documentServerPaths } from '../../openapi/server-paths.ts';

/** Stands for the base paths of the servers of the document. */
export const SERVERS = 'servers';

const BASE_PATH = /^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2})+)*$/i;

/**
 * Reads the path below which a document is served.
 * @returns the path without a trailing slash, empty for the root
 * @throws {UsageError} for what is no path
 */
export function readBasePath(path: string): string {
  const read = path.replace(/\/+$/, '');
  if (BASE_PATH.test(read)) return read;
  throw new UsageError(`a document is served below a path like /shop or /api/v1, not ${path}`);
}

/** Returns the paths below which a document is served: the given one, or those of its servers, or the root. */
export function basePathsOf({ document }: Contract, basePath = ''): readonly string[] {
  if (basePath !== SERVERS) return [basePath];
  const paths = documentServerPaths(document);
  return paths.length === 0 ? [''] : paths;
}

/** Returns the longest of the base paths that a path is below; undefined if there is none. */
export function basePathIn(basePaths: readonly string[], path: string): string | undefined {
  let found: string | undefined;
  for (const base of basePaths) {
    const isBelow = base === '' || path === base || path.startsWith(`${base}/`);
    if (isBelow && (found === undefined || base.length > found.length)) found = base;
  }
  return found;
}
