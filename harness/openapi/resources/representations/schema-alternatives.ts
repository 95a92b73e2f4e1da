import type { Direction } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { type EffectiveSchema, effectiveSchema } from '../../schema/effective-schema.ts';
import { isOfType, type TypeName } from '../../schema/instance-types.ts';

const MAX_ALTERNATIVES = 50;

export interface PropertyView {
  /** Pointers of its schemas; more than one if several parts of the schema declare it. */
  readonly schemas: readonly string[];
  readonly required: boolean;
}

/** A property of an alternative counts if the schema itself does not declare it. */
export function readProperties(
  own: EffectiveSchema,
  alternatives: readonly EffectiveSchema[],
): Map<string, PropertyView> {
  const properties = new Map<string, PropertyView>();
  for (const [name, schemas] of own.properties) properties.set(name, { schemas, required: own.required.has(name) });
  for (const shape of alternatives)
    for (const [name, schemas] of shape.properties)
      if (!properties.has(name)) properties.set(name, { schemas, required: false });
  return properties;
}

/** The alternatives of a schema and theirs, each once. */
export function readAlternatives(
  document: OpenApiDocument,
  own: EffectiveSchema,
  direction: Direction,
): EffectiveSchema[] {
  const found = new Map<string, EffectiveSchema>();
  const queue = own.alternatives.flat();
  for (const pointer of queue) {
    if (found.size >= MAX_ALTERNATIVES) break;
    const shape = effectiveSchema(document, pointer, direction);
    if (found.has(shape.pointer) || shape.pointer === own.pointer) continue;
    found.set(shape.pointer, shape);
    for (const next of shape.alternatives.flat()) queue.push(next);
  }
  return [...found.values()];
}

/** The format of the one text beside records: `oneOf: [{ type: string, format: uuid }, { $ref: Author }]`. */
export function formatOfText(alternatives: readonly EffectiveSchema[]): string | undefined {
  const others = alternatives.filter(({ properties, types }) => properties.size === 0 && !types.every(isNull));
  const [only, ...more] = others.filter(({ types }) => types.every((type) => type === 'string' || isNull(type)));
  if (!only || more.length > 0 || others.length > 1) return undefined;
  const formats = only.schemas.map(({ schema }) => schema['format']);
  return formats.find((format) => typeof format === 'string');
}

function isNull(type: TypeName): boolean {
  return type === 'null';
}

/** The types that a schema names, or those of the values that it lists without a type. */
export function listedTypes({ schemas, hasType, types }: EffectiveSchema): readonly TypeName[] {
  if (hasType) return types;
  const values = schemas.flatMap(
    ({ schema: { enum: listed, const: only } }) => only ?? (Array.isArray(listed) ? listed : []),
  );
  return values.length === 0 ? types : types.filter((type) => values.some((value) => isOfType(value, type)));
}
