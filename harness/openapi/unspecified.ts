import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { JsonValue, Unspecified } from '../core/model.ts';
import type { OpenApiDocument } from './document.ts';

/** Marks what the document leaves open where it stands: `x-unspecified: {maximum: 'The range is not shown.'}`. */
export const UNSPECIFIED_EXTENSION = 'x-unspecified';

/** Every gap of the document, in its order. */
export function readUnspecified(document: OpenApiDocument): Unspecified[] {
  const gaps: Unspecified[] = [];
  walk(document.root, '#', (mark, owner) => {
    for (const [pointer, says] of sentences(mark, appendTokens(owner, UNSPECIFIED_EXTENSION)))
      gaps.push({ pointer, description: says, location: document.locate(pointer) });
  });
  return gaps;
}

function walk(value: JsonValue, pointer: string, visit: (mark: JsonValue, owner: string) => void): void {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) walk(item, appendTokens(pointer, index), visit);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === UNSPECIFIED_EXTENSION) visit(member, pointer);
    else walk(member, appendTokens(pointer, name), visit);
  }
}

function sentences(mark: JsonValue, pointer: string): [pointer: string, says: string][] {
  if (Array.isArray(mark)) return mark.flatMap((item, index) => sentences(item, appendTokens(pointer, index)));
  if (isObject(mark))
    return Object.entries(mark).flatMap(([name, item]) => sentences(item, appendTokens(pointer, name)));
  return [[pointer, String(mark)]];
}

/** True where one of `keywords` is left open by the part at `pointer`; a mark that names no keyword leaves them all open. */
export function isUnspecified(document: OpenApiDocument, pointer: string, keywords: readonly string[]): boolean {
  const { value } = document.resolve(pointer);
  const mark = isObject(value) ? value[UNSPECIFIED_EXTENSION] : undefined;
  if (mark === undefined) return false;
  return isObject(mark) ? keywords.some((keyword) => Object.hasOwn(mark, keyword)) : true;
}
