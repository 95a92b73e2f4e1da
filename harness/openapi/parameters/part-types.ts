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
  return typesOfPart(document, schema, ({ schemas }) => schemasOfItem(schemas, index)) ?? TEXT;
}

/** The types of a property of an object parameter; strings if the schema names none. */
export function typesOfProperty(document: OpenApiDocument, schema: string, name: string): Types {
  return typesOfPart(document, schema, ({ schemas }) => schemasOfProperty(schemas, name) ?? []) ?? TEXT;
}

/** The types of the first schema of a part: a value of another type violates the others in any case; or those of all alternatives. */
function typesOfPart(
  document: OpenApiDocument,
  schema: string,
  partOf: (effective: EffectiveSchema) => readonly string[],
  depth = 0,
): Types | undefined {
  const effective = effectiveSchema(document, schema, 'request');
  const [own] = partOf(effective);
  if (own !== undefined) return declaredTypes(document, own);
  if (depth > MAX_DEPTH) return undefined;
  const found = effective.alternatives.flat().flatMap((each) => typesOfPart(document, each, partOf, depth + 1) ?? []);
  return found.length === 0 ? undefined : new Set(found.flatMap((types) => [...types]));
}
