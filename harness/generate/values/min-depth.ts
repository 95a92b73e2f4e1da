import { itemSchemas } from '../../openapi/schema/applicable-schemas.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { keyword, readShape } from '../../openapi/schema/effective-schema.ts';
import type { Direction } from '../../core/model.ts';

const known = new WeakMap<OpenApiDocument, Map<string, boolean>>();

/** In how few levels of schemas within schemas a value of the one at a pointer can end; infinite where not even in `most`. */
export function levelsOf(document: OpenApiDocument, pointer: string, direction: Direction, most: number): number {
  const ends = known.get(document) ?? new Map<string, boolean>();
  known.set(document, ends);
  for (let levels = 0; levels <= most; levels++)
    if (endsWithin(document, pointer, direction, levels, ends)) return levels;
  return Number.POSITIVE_INFINITY;
}

/** Each schema is asked once for each number of levels, so that schemas that hold each other take no more than all of them together. */
function endsWithin(
  document: OpenApiDocument,
  pointer: string,
  direction: Direction,
  levels: number,
  ends: Map<string, boolean>,
): boolean {
  if (levels < 0) return false;
  const key = `${direction} ${pointer} ${levels}`;
  const found = ends.get(key) ?? holdsWithin((place) => endsWithin(document, place, direction, levels - 1, ends));
  ends.set(key, found);
  return found;

  /** Whether all that has to be there ends one level sooner. */
  function holdsWithin(isEnding: (place: string) => boolean): boolean {
    const shape = readShape(document, pointer, direction);
    if (keyword(shape, 'const') !== undefined || keyword(shape, 'enum') !== undefined) return true;
    const members = [...shape.required].flatMap((name) => shape.properties.get(name) ?? []);
    const items = Number(keyword(shape, 'minItems') ?? 0) > 0 ? itemSchemas(shape.parts, 0) : [];
    return [...members, ...items].every(isEnding) && shape.alternatives.every((list) => list.some(isEnding));
  }
}
