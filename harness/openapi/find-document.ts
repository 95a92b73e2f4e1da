import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../core/errors.ts';

/** Where a document is looked for in the working folder if none is named. */
export const DOCUMENT_NAMES = ['spec/openapi.yaml', 'openapi.yaml', 'openapi.yml', 'openapi.json'];

/** Returns the document of the working folder, or undefined if it has none under a usual name. */
export function findDocument(): string | undefined {
  const folder = process.cwd();
  return DOCUMENT_NAMES.find((name) => existsSync(join(folder, name)));
}

/**
 * Returns the document of the working folder.
 * @throws {InputError} if there is none
 */
export function requireDocument(): string {
  const found = findDocument();
  if (found !== undefined) return found;
  throw new InputError(`No OpenAPI document found: set the option \`spec\`. Looked for ${DOCUMENT_NAMES.join(', ')}.`);
}
