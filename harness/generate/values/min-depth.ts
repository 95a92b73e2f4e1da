import type { Direction } from '../../core/model.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { schemasOfItem } from '../../openapi/schema/applicable-schemas.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';

const createCache = () => new Map<string, boolean>();

/** In how few levels of schemas within schemas a value of the one at a pointer can end; infinite where not even in `most`. */
export function minNestingDepth(
  document: OpenApiDocument,
  pointer: string,
  direction: Direction,
  most: number,
): number {
  const ends = document.derived(createCache);
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
    const shape = effectiveSchema(document, pointer, direction);
    if (firstKeyword(shape, 'const') !== undefined || firstKeyword(shape, 'enum') !== undefined) return true;
    const members = [...shape.required].flatMap((name) => shape.properties.get(name) ?? []);
    const items = Number(firstKeyword(shape, 'minItems') ?? 0) > 0 ? schemasOfItem(shape.schemas, 0) : [];
    return [...members, ...items].every(isEnding) && shape.alternatives.every((list) => list.some(isEnding));
  }
}
