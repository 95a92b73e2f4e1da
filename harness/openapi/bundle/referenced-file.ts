import { posix } from 'node:path';
import { InputError } from '../../core/errors.ts';
import type { JsonValue, SourceLocation } from '../../core/model.ts';
import { shortestPath } from '../source/shortest-path.ts';
import { readYamlSource } from '../source/yaml-source.ts';

export function isUrl(reference: string): boolean {
  return /^([a-z][a-z0-9+.-]*:\/\/|urn:)/i.test(reference);
}

/** Returns the path from one URL to another of the same host: files lie beside each other as the URLs that `$self` gives them. */
export function pathBeside(base: string, url: string): string | undefined {
  if (!/^https?:/i.test(base) || !URL.canParse(url)) return undefined;
  const [from, to] = [new URL(base), new URL(url)];
  return from.origin === to.origin ? posix.relative(posix.dirname(from.pathname), to.pathname) : undefined;
}

/** @throws {InputError} with the place of the reference */
export function readReferencedFile(
  file: string,
  reference: string,
  location: SourceLocation | undefined,
  pointer: string,
): JsonValue {
  try {
    return readYamlSource(shortestPath(file), 'file').root;
  } catch (error) {
    if (error instanceof InputError && error.location === undefined)
      throw new InputError(`${reference}: ${error.message}`, location, pointer);
    throw error;
  }
}

/** Percent-decodes the path of a `$ref`; a malformed one stays as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
