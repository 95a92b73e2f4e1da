import type { Gap, Json } from '../core/model.ts';
import type { OpenApiDocument } from './document.ts';
import { isObject } from '../core/json/index.ts';
import { join } from '../core/json/pointer.ts';

/** Marks what the document leaves open where it stands: `x-unspecified: {maximum: 'The range is not shown.'}`. */
export const UNSPECIFIED = 'x-unspecified';

/** Every gap of the document, in its order. */
export function readGaps(document: OpenApiDocument): Gap[] {
  const gaps: Gap[] = [];
  walk(document.root, '#', (mark, owner) => {
    for (const [pointer, says] of sentences(mark, join(owner, UNSPECIFIED)))
      gaps.push({ pointer, says, location: document.locate(pointer) });
  });
  return gaps;
}

function walk(value: Json, pointer: string, visit: (mark: Json, owner: string) => void): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, join(pointer, index), visit);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === UNSPECIFIED) visit(member, pointer);
    else walk(member, join(pointer, name), visit);
  }
}

function sentences(mark: Json, pointer: string): [pointer: string, says: string][] {
  if (Array.isArray(mark)) return mark.flatMap((item, index) => sentences(item, join(pointer, index)));
  if (isObject(mark)) return Object.entries(mark).flatMap(([name, item]) => sentences(item, join(pointer, name)));
  return [[pointer, String(mark)]];
}

/** True where one of `keywords` is left open by the part at `pointer`; a mark that names no keyword leaves them all open. */
export function leavesOpen(document: OpenApiDocument, pointer: string, keywords: readonly string[]): boolean {
  const { value } = document.resolve(pointer);
  const mark = isObject(value) ? value[UNSPECIFIED] : undefined;
  if (mark === undefined) return false;
  return isObject(mark) ? keywords.some((keyword) => Object.hasOwn(mark, keyword)) : true;
}
