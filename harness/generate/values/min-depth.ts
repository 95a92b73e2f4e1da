import type { Direction } from '../../core/model.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { schemasOfItem } from '../../openapi/schema/applicable-schemas.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';

const createCache = () => new Map<string, boolean>();

/** Returns the minimum nesting depth of a value of the schema at `pointer`, Infinity if it exceeds `max`. */
export function minNestingDepth(document: OpenApiDocument, pointer: string, direction: Direction, max: number): number {
  const ends = document.derived(createCache);
  for (let levels = 0; levels <= max; levels++)
    if (fitsWithin(document, pointer, direction, levels, ends)) return levels;
  return Number.POSITIVE_INFINITY;
}

/** Memoizes per schema and depth: the time is linear in both, also for mutually recursive schemas. */
function fitsWithin(
  document: OpenApiDocument,
  pointer: string,
  direction: Direction,
  levels: number,
  ends: Map<string, boolean>,
): boolean {
  if (levels < 0) return false;
  const key = `${direction} ${pointer} ${levels}`;
  const found = ends.get(key) ?? holdsWithin((place) => fitsWithin(document, place, direction, levels - 1, ends));
  ends.set(key, found);
  return found;

  /** Returns whether everything required fits within one level less. */
  function holdsWithin(isEnding: (place: string) => boolean): boolean {
    const effective = effectiveSchema(document, pointer, direction);
    if (firstKeyword(effective, 'const') !== undefined || firstKeyword(effective, 'enum') !== undefined) return true;
    const properties = [...effective.required].flatMap((name) => effective.properties.get(name) ?? []);
    const items = Number(firstKeyword(effective, 'minItems') ?? 0) > 0 ? schemasOfItem(effective.schemas, 0) : [];
    return [...properties, ...items].every(isEnding) && effective.alternatives.every((list) => list.some(isEnding));
  }
}

/**
 * Returns the alternatives that end within the remaining depth, all of them if none does.
 * @param keepsOrder false to have the shallowest first, for objects with required properties only
 */
export function shallowestFirst(
  document: OpenApiDocument,
  list: readonly string[],
  direction: Direction,
  left: number,
  keepsOrder: boolean,
): readonly string[] {
  const levels = new Map(list.map((each) => [each, minNestingDepth(document, each, direction, left)]));
  const ending = list.filter((each) => (levels.get(each) ?? left) <= left);
  if (ending.length === 0) return list;
  return keepsOrder ? ending : ending.toSorted((a, b) => (levels.get(a) ?? 0) - (levels.get(b) ?? 0));
}
