import { isObject } from '../../../core/json/index.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { Direction } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { discriminatorValues, isComponentSchema, readDiscriminator } from '../../../openapi/schema/discriminator.ts';
import { type EffectiveSchema, effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import type { TypeName } from '../../../openapi/schema/instance-types.ts';
import type { Alternative, DiscriminatorValues } from './alternative.ts';

/** Several schemas with all of their `allOf`, read as one. */
export interface MergedSchema
  extends Pick<EffectiveSchema, 'schemas' | 'types' | 'hasType' | 'required' | 'otherDirectionOnly'> {
  /** Pointers of the schemas. */
  readonly schemaPointers: readonly string[];
  /** Names of the declared properties. */
  readonly properties: ReadonlySet<string>;
  /** Lists of which an alternative is still to be chosen: `oneOf`, `anyOf`, conditions and dependencies. */
  readonly alternatives: readonly UnresolvedAlternative[];
  /** Keys of the lists of which one was chosen, so that a schema that refers to itself by an alternative ends. */
  readonly resolvedAlternatives: readonly string[];
  /** The property values that discriminators require. */
  readonly discriminatorValues: readonly DiscriminatorValues[];
}

export interface UnresolvedAlternative {
  readonly key: string;
  readonly alternatives: readonly Alternative[];
}

/** Merges the schemas at the pointers. */
export function mergeSchemas(
  document: OpenApiDocument,
  schemaPointers: readonly string[],
  direction: Direction,
): MergedSchema {
  return schemaPointers.map((pointer) => readSchema(document, pointer, direction)).reduce(intersect);
}

/** Returns the merged schema with one of its alternatives chosen. */
export function resolveAlternative(
  document: OpenApiDocument,
  base: MergedSchema,
  { key }: UnresolvedAlternative,
  { schemaPointers, discriminatorValues }: Alternative,
  direction: Direction,
): MergedSchema {
  const required = [...base.discriminatorValues, ...(discriminatorValues ? [discriminatorValues] : [])];
  const chosen = { ...base, resolvedAlternatives: [...base.resolvedAlternatives, key], discriminatorValues: required };
  return schemaPointers
    .map((pointer) => readSchema(document, pointer, direction))
    .reduce(intersect, withoutAlternative(chosen, key));
}

function readSchema(document: OpenApiDocument, pointer: string, direction: Direction): MergedSchema {
  const effective = effectiveSchema(document, pointer, direction);
  return {
    schemaPointers: [pointer],
    schemas: effective.schemas,
    types: effective.types,
    hasType: effective.hasType,
    required: effective.required,
    otherDirectionOnly: effective.otherDirectionOnly,
    properties: new Set(effective.properties.keys()),
    alternatives: unresolvedAlternatives(document, effective),
    resolvedAlternatives: [],
    discriminatorValues: inheritedNames(document, effective),
  };
}

function unresolvedAlternatives(
  document: OpenApiDocument,
  { schemas, pointer }: EffectiveSchema,
): UnresolvedAlternative[] {
  const choices = schemas.flatMap((part) => {
    const lists = ['oneOf', 'anyOf'].map((keyword) => ({
      key: appendTokens(part.pointer, keyword),
      alternatives: alternativesOf(document, part, keyword),
    }));
    const extensions = part.pointer === pointer ? subtypesOf(document, part) : [];
    return [...lists, { key: appendTokens(part.pointer, 'discriminator'), alternatives: extensions }];
  });
  const others = [
    { key: appendTokens(pointer, 'if'), alternatives: conditionalAlternatives(schemas) },
    { key: appendTokens(pointer, 'dependentSchemas'), alternatives: dependentAlternatives(schemas) },
  ];
  return [...choices, ...others].filter(({ alternatives }) => alternatives.length > 0);
}

function alternativesOf(document: OpenApiDocument, part: Part, keyword: string): Alternative[] {
  const list = part.schema[keyword];
  if (!Array.isArray(list)) return [];
  const references = list.every((branch) => isObject(branch) && branch['$ref'] !== undefined);
  return list.map((_, index) => {
    const pointer = appendTokens(part.pointer, keyword, index);
    const named = references ? namingValues(document, part, pointer) : undefined;
    return { schemaPointers: [pointer], ...(named ? { discriminatorValues: named } : {}) };
  });
}

/** A schema that extends one with a discriminator is named by it. */
function inheritedNames(document: OpenApiDocument, { schemas, pointer }: EffectiveSchema): DiscriminatorValues[] {
  if (!isComponentSchema(pointer)) return [];
  return schemas
    .filter(
      ({ pointer: own, schema }) => own !== pointer && schema['oneOf'] === undefined && schema['anyOf'] === undefined,
    )
    .flatMap((part) => namingValues(document, part, pointer) ?? []);
}

/** The discriminator property of a schema with the values that name the schema at `target`. */
function namingValues(document: OpenApiDocument, owner: Part, target: string): DiscriminatorValues | undefined {
  const discriminator = readDiscriminator(document, owner.pointer, owner.schema);
  if (!discriminator) return undefined;
  const values = discriminatorValues(document, discriminator, target);
  return values.length === 0 ? undefined : { property: discriminator.propertyName, values };
}

/** The schemas that extend one with a discriminator by `allOf`, or that its mapping names. */
function subtypesOf(document: OpenApiDocument, { pointer, schema }: Part): Alternative[] {
  const discriminator = readDiscriminator(document, pointer, schema);
  if (discriminator?.parent === undefined) return [];
  const pointers = new Set([...discriminator.mapping.values(), ...discriminator.subtypes]);
  return [...pointers].map((subtype) => ({ schemaPointers: [subtype] }));
}

function intersect(a: MergedSchema, b: MergedSchema): MergedSchema {
  const settled = [...a.resolvedAlternatives, ...b.resolvedAlternatives];
  const choices = new Map([...a.alternatives, ...b.alternatives].map((choice) => [choice.key, choice]));
  for (const key of settled) choices.delete(key);
  return {
    schemaPointers: [...a.schemaPointers, ...b.schemaPointers],
    schemas: [...new Map([...a.schemas, ...b.schemas].map((part) => [part.pointer, part])).values()],
    types: commonTypes(a.types, b.types),
    hasType: a.hasType || b.hasType,
    required: new Set([...a.required, ...b.required]),
    otherDirectionOnly: new Set([...a.otherDirectionOnly, ...b.otherDirectionOnly]),
    properties: new Set([...a.properties, ...b.properties]),
    alternatives: [...choices.values()],
    resolvedAlternatives: settled,
    discriminatorValues: [...a.discriminatorValues, ...b.discriminatorValues],
  };
}

/** Returns the merged schema without the list of alternatives of this key. */
function withoutAlternative(base: MergedSchema, key: string): MergedSchema {
  return { ...base, alternatives: base.alternatives.filter((choice) => choice.key !== key) };
}

/** Returns the types that both allow; an integer is a number too. */
function commonTypes(a: readonly TypeName[], b: readonly TypeName[]): TypeName[] {
  const allows = (types: readonly TypeName[], type: TypeName) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [...new Set([...a, ...b])].filter((type) => allows(a, type) && allows(b, type));
}

type Parts = EffectiveSchema['schemas'];
type Part = Parts[number];

/** Returns the alternatives of `if`, `then` and `else`: one condition true and the others false, or all false. */
export function conditionalAlternatives(parts: Parts): Alternative[] {
  const conditional = parts.filter(({ schema }) => schema['if'] !== undefined);
  if (conditional.length === 0) return [];
  const of = ({ pointer, schema }: Parts[number], keyword: string) =>
    schema[keyword] === undefined ? [] : [appendTokens(pointer, keyword)];
  const others = (chosen?: Parts[number]) => conditional.flatMap((part) => (part === chosen ? [] : of(part, 'else')));
  const met = conditional.map((part) => ({
    schemaPointers: [...of(part, 'if'), ...of(part, 'then'), ...others(part)],
  }));
  return [...met, { schemaPointers: others() }];
}

/** Returns the alternatives of `dependentSchemas`: none of them, each alone, all of them. */
export function dependentAlternatives(parts: Parts): Alternative[] {
  const pointers = parts.flatMap(({ pointer, schema: { dependentSchemas } }) =>
    Object.keys(isObject(dependentSchemas) ? dependentSchemas : {}).map((name) =>
      appendTokens(pointer, 'dependentSchemas', name),
    ),
  );
  if (pointers.length === 0) return [];
  const alone = pointers.map((place) => ({ schemaPointers: [place] }));
  return [{ schemaPointers: [] }, ...alone, ...(pointers.length > 1 ? [{ schemaPointers: pointers }] : [])];
}
