import type { OpenApiDocument } from '../document.ts';
import { schemasOfItem, schemasOfProperty } from '../schema/applicable-schemas.ts';
import { type EffectiveSchema, effectiveSchema } from '../schema/effective-schema.ts';
import type { TypeName } from '../schema/instance-types.ts';
import { declaredTypes } from './primitive.ts';

type Types = ReadonlySet<TypeName>;

const TEXT: Types = new Set(['string']);
const MAX_DEPTH = 20;

/** The types of an item of an array parameter; strings if the schema names none. */
export function typesOfItem(document: OpenApiDocument, schema: string, index: number): Types {
  return typesOfPart(document, itemSchemas(document, schema, index));
}

/** The types of a property of an object parameter; strings if the schema names none. */
export function typesOfProperty(document: OpenApiDocument, schema: string, name: string): Types {
  return typesOfPart(document, propertySchemas(document, schema, name));
}

/** The types that the schemas of a part have together; strings without a schema. */
export function typesOfPart(document: OpenApiDocument, [first, ...others]: readonly string[]): Types {
  if (first === undefined) return TEXT;
  if (others.length === 0) return declaredTypes(document, first);
  return new Set([first, ...others].flatMap((each) => [...declaredTypes(document, each)]));
}

export function itemSchemas(document: OpenApiDocument, schema: string, index: number): string[] {
  return partSchemas(document, schema, ({ schemas }) => schemasOfItem(schemas, index));
}

export function propertySchemas(document: OpenApiDocument, schema: string, name: string): string[] {
  return partSchemas(document, schema, ({ schemas }) => schemasOfProperty(schemas, name) ?? []);
}

/** The first schema of a part: a value of another type violates the others in any case; or those of all alternatives. */
function partSchemas(
  document: OpenApiDocument,
  schema: string,
  partOf: (effective: EffectiveSchema) => readonly string[],
  depth = 0,
): string[] {
  const effective = effectiveSchema(document, schema, 'request');
  const [own] = partOf(effective);
  if (own !== undefined) return [own];
  if (depth > MAX_DEPTH) return [];
  return effective.alternatives.flat().flatMap((each) => partSchemas(document, each, partOf, depth + 1));
}
