import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { OpenApiDocument } from '../document.ts';
import { BUNDLE } from './bundle.ts';

/** Returns the files of a document: its own, and those that it references. */
export function documentFiles(document: OpenApiDocument): string[] {
  const bundled = document.root[BUNDLE];
  const names = isObject(bundled) ? Object.keys(bundled) : [];
  const files = names.map((name) => document.locate(appendTokens('#', BUNDLE, name, '')).file);
  return [...new Set([document.file, ...files])];
}
