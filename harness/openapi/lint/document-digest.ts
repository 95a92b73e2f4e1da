import { createHash } from 'node:crypto';
import { stringifyJson } from '../../core/json/index.ts';
import { packageInfo } from '../../core/package-info.ts';
import type { Contract } from '../contract.ts';
import type { OpenApiDocument } from '../document.ts';

/** Identifies the content of a document, with its overlays and files, and the rules of this version that it was linted by. */
export function documentDigest({ document }: Contract): string {
  return document.derived(digestOf);
}

function digestOf({ root }: OpenApiDocument): string {
  return createHash('sha256').update(packageInfo().version).update(stringifyJson(root)).digest('base64url');
}
