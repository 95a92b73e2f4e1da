import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../core/errors.ts';
import { ReferencePolicy } from './bundle/reference-policy.ts';

/** Where a document is looked for in the working folder if none is named. */
export const DOCUMENT_NAMES = ['spec/openapi.yaml', 'openapi.yaml', 'openapi.yml', 'openapi.json'];

/**
 * Returns the document of the working folder, or undefined if it has none under a usual name.
 * @throws {InputError} if it is a link that leads out of the repository: nobody named it
 */
export function findDocument(): string | undefined {
  const folder = process.cwd();
  const found = DOCUMENT_NAMES.find((name) => existsSync(join(folder, name)));
  if (found === undefined) return undefined;
  const policy = new ReferencePolicy(join(folder, 'openapi.yaml'), []);
  const leadsTo = policy.outside(join(folder, found));
  if (leadsTo === undefined) return found;
  throw new InputError(`${found} is a link to ${leadsTo}, out of ${policy.root}: name the document if you trust it`);
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
