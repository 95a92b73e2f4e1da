import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { JsonValue, Unspecified } from '../core/model.ts';
import type { OpenApiDocument } from './document.ts';

/** Marks what the document leaves unspecified, in place: `x-unspecified: {maximum: 'The range is not documented.'}`. */
export const UNSPECIFIED_EXTENSION = 'x-unspecified';

/** Lists everything that the document leaves unspecified, in order. */
export function readUnspecified(document: OpenApiDocument): Unspecified[] {
  const found: Unspecified[] = [];
  walk(document.root, '#', (mark, owner) => {
    for (const [pointer, description] of descriptions(mark, appendTokens(owner, UNSPECIFIED_EXTENSION)))
      found.push({ pointer, description, location: document.locate(pointer) });
  });
  return found;
}

function walk(value: JsonValue, pointer: string, visit: (mark: JsonValue, owner: string) => void): void {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) walk(item, appendTokens(pointer, index), visit);
  if (!isObject(value)) return;
  for (const [name, property] of Object.entries(value)) {
    if (name === UNSPECIFIED_EXTENSION) visit(property, pointer);
    else walk(property, appendTokens(pointer, name), visit);
  }
}

function descriptions(mark: JsonValue, pointer: string): [pointer: string, description: string][] {
  if (Array.isArray(mark)) return mark.flatMap((item, index) => descriptions(item, appendTokens(pointer, index)));
  if (isObject(mark))
    return Object.entries(mark).flatMap(([name, item]) => descriptions(item, appendTokens(pointer, name)));
  return [[pointer, String(mark)]];
}

/** True if the part at `pointer` leaves one of `keywords` unspecified; a mark that names no keyword concerns all of them. */
export function isUnspecified(document: OpenApiDocument, pointer: string, keywords: readonly string[]): boolean {
  const { value } = document.resolve(pointer);
  const mark = isObject(value) ? value[UNSPECIFIED_EXTENSION] : undefined;
  if (mark === undefined) return false;
  return isObject(mark) ? keywords.some((keyword) => Object.hasOwn(mark, keyword)) : true;
}
