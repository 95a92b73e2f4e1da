import { appendTokens, parsePointer } from '../../core/json/pointer.ts';
import type { Direction } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { effectiveSchema } from './effective-schema.ts';

/** A place in a body: its schema, and a JSON Pointer in which `*` or an index stands for the items of an array. */
export interface BodyPlace {
  readonly whole: string;
  readonly pointer: string;
  readonly direction: Direction;
}

/** Returns the schemas declared for a place in a body; none if it is declared only by alternatives. */
export function schemasAt(document: OpenApiDocument, { whole, pointer, direction }: BodyPlace): readonly string[] {
  return parsePointer(pointer).reduce<readonly string[]>(
    (schemas, token) =>
      schemas.flatMap((schema) => {
        const { properties, items } = effectiveSchema(document, schema, direction);
        return properties.get(token) ?? (items !== undefined && /^(\*|[0-9]+)$/.test(token) ? [items] : []);
      }),
    [whole],
  );
}

/** Whether a property at a place is required where its object is declared; undefined if that is not declared. */
export function isRequiredAt(document: OpenApiDocument, place: BodyPlace): boolean | undefined {
  const tokens = parsePointer(place.pointer);
  const name = tokens.at(-1);
  if (name === undefined) return true;
  const owners = schemasAt(document, { ...place, pointer: appendTokens('', ...tokens.slice(0, -1)) });
  if (owners.length === 0) return undefined;
  return owners.some((owner) => effectiveSchema(document, owner, place.direction).required.has(name));
}
