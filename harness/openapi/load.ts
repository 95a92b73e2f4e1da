import { relative, resolve } from 'node:path';
import { InputError } from '../core/errors.ts';
import { isObject } from '../core/json/index.ts';
import type { JsonObject } from '../core/model.ts';
import { bundleDocument } from './bundle/bundle.ts';
import { Contract } from './contract.ts';
import { OpenApiDocument } from './document.ts';
import { applyOverlay } from './overlay.ts';
import { assertSizeLimits } from './size-limits.ts';
import { readYamlSource, sourceLocation } from './source/yaml-source.ts';

export interface LoadOptions {
  /** Folders that a `$ref` may lead to, besides the repository of the document (or its folder, if there is none). */
  readonly allowRefs?: readonly string[] | undefined;
}

/**
 * Loads an OpenAPI 3 document from YAML or JSON, applies overlays in order and bundles the files it refers to.
 * @throws {InputError} with file, line and column
 */
export function loadContract(
  spec: string,
  overlays: readonly string[] = [],
  { allowRefs = [] }: LoadOptions = {},
): Contract {
  const file = shortestPath(spec);
  const { root } = readYamlSource(file, 'spec');
  if (!isObject(root)) throw new InputError(`${file} is not an OpenAPI document: its root is not an object`);
  requireVersion(root, file);
  for (const overlay of overlays) applyOverlay(root, shortestPath(overlay));
  const scopes = bundleDocument(root, file, allowRefs);
  const contract = new Contract(new OpenApiDocument(file, root, scopes));
  requireOperations(contract, file);
  assertSizeLimits(contract.document);
  return contract;
}

function requireVersion(root: JsonObject, file: string): void {
  const version = root['openapi'];
  if (version !== undefined && /^3\.[0-2](\.\d+)?(-.+)?$/.test(String(version))) return;
  if (root['swagger'] !== undefined)
    throw new InputError(
      `this is a Swagger ${root['swagger']} document; OpenAPI 3 is required. Convert it, e.g. with swagger2openapi.`,
      sourceLocation(root, 'swagger'),
    );
  if (version !== undefined)
    throw new InputError(
      `unsupported version \`openapi: ${version}\`; supported: 3.0, 3.1 and 3.2`,
      sourceLocation(root, 'openapi'),
    );
  const top = sourceLocation(root) ?? { file, line: 1, column: 1 };
  throw new InputError('not an OpenAPI document: add `openapi: 3.0.3` (or 3.1, 3.2) at the top', top);
}

function requireOperations(contract: Contract, file: string): void {
  const ids = new Set<string>();
  for (const { id, pointer } of contract.operations) {
    if (ids.has(id))
      throw new InputError(
        `duplicate operationId ${id}; an operationId must be unique`,
        contract.document.locate(pointer),
      );
    ids.add(id);
  }
  if (contract.operations.length > 0) return;
  const { root } = contract.document;
  throw new InputError(
    'the document has no operations below `paths`',
    sourceLocation(root, 'paths') ?? { file, line: 1, column: 1 },
  );
}

/** Paths in messages are relative to the working folder if that is shorter. */
function shortestPath(file: string): string {
  const path = relative('.', resolve(file));
  return path.length < file.length || !file.startsWith('/') ? path || file : file;
}
