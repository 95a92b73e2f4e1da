import { isObject } from '../../../core/json/index.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { Direction } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { discriminatorValues, isComponentSchema, readDiscriminator } from '../../../openapi/schema/discriminator.ts';
import { type EffectiveSchema, effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import type { TypeName } from '../../../openapi/schema/instance-types.ts';
import type { Alternative, DiscriminatorValues } from './alternative.ts';

/** What several schemas, with all of their `allOf`, demand together of one value. */
export interface MergedSchema
  extends Pick<EffectiveSchema, 'schemas' | 'types' | 'hasType' | 'required' | 'otherDirectionOnly'> {
  /** Pointers of the schemas. */
  readonly schemaPointers: readonly string[];
  /** Names of the declared members. */
  readonly members: ReadonlySet<string>;
  /** The lists of `oneOf` and `anyOf`, the conditions and the dependencies of which one is still to be chosen. */
  readonly alternatives: readonly UnresolvedAlternative[];
  /** Keys of the lists from which one was chosen: a schema that holds itself by a branch must not ask again. */
  readonly resolvedAlternatives: readonly string[];
  /** What discriminators demand of a member. */
  readonly discriminatorValues: readonly DiscriminatorValues[];
}

export interface UnresolvedAlternative {
  readonly key: string;
  readonly alternatives: readonly Alternative[];
}

/** Reads the schemas at some pointers as one. */
export function mergeSchemas(
  document: OpenApiDocument,
  schemaPointers: readonly string[],
  direction: Direction,
): MergedSchema {
  return schemaPointers.map((pointer) => read(document, pointer, direction)).reduce(together);
}

/** The blend with one of its choices made. */
export function resolveAlternative(
  document: OpenApiDocument,
  base: MergedSchema,
  { key }: UnresolvedAlternative,
  { schemaPointers, discriminatorValues }: Alternative,
  direction: Direction,
): MergedSchema {
  const demanded = [...base.discriminatorValues, ...(discriminatorValues ? [discriminatorValues] : [])];
  const chosen = { ...base, resolvedAlternatives: [...base.resolvedAlternatives, key], discriminatorValues: demanded };
  return schemaPointers.map((place) => read(document, place, direction)).reduce(together, without(chosen, key));
}

function read(document: OpenApiDocument, place: string, direction: Direction): MergedSchema {
  const shape = effectiveSchema(document, place, direction);
  return {
    schemaPointers: [place],
    schemas: shape.schemas,
    types: shape.types,
    hasType: shape.hasType,
    required: shape.required,
    otherDirectionOnly: shape.otherDirectionOnly,
    members: new Set(shape.properties.keys()),
    alternatives: choicesOf(document, shape),
    resolvedAlternatives: [],
    discriminatorValues: inheritedNames(document, shape),
  };
}

function choicesOf(document: OpenApiDocument, { schemas, pointer }: EffectiveSchema): UnresolvedAlternative[] {
  const choices = schemas.flatMap((part) => {
    const lists = ['oneOf', 'anyOf'].map((keyword) => ({
      key: appendTokens(part.pointer, keyword),
      alternatives: branchesOf(document, part, keyword),
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

function branchesOf(document: OpenApiDocument, part: Part, keyword: string): Alternative[] {
  const list = part.schema[keyword];
  if (!Array.isArray(list)) return [];
  const references = list.every((branch) => isObject(branch) && branch['$ref'] !== undefined);
  return list.map((_, index) => {
    const place = appendTokens(part.pointer, keyword, index);
    const named = references ? namingValues(document, part, place) : undefined;
    return { schemaPointers: [place], ...(named ? { discriminatorValues: named } : {}) };
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

function together(a: MergedSchema, b: MergedSchema): MergedSchema {
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
    members: new Set([...a.members, ...b.members]),
    alternatives: [...choices.values()],
    resolvedAlternatives: settled,
    discriminatorValues: [...a.discriminatorValues, ...b.discriminatorValues],
  };
}

/** The blend in which a choice is made already. */
function without(base: MergedSchema, key: string): MergedSchema {
  return { ...base, alternatives: base.alternatives.filter((choice) => choice.key !== key) };
}

/** A type that both allow; an integer is a number too. */
function commonTypes(a: readonly TypeName[], b: readonly TypeName[]): TypeName[] {
  const allows = (types: readonly TypeName[], type: TypeName) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [...new Set([...a, ...b])].filter((type) => allows(a, type) && allows(b, type));
}

type Parts = EffectiveSchema['schemas'];
type Part = Parts[number];

/** The ways to keep the conditions of a schema: one of them true, the others false; or all false. None where it has no conditions. */
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

/** The ways to keep the dependencies on members: none of them, each alone, all of them. None where a schema has no dependencies. */
export function dependentAlternatives(parts: Parts): Alternative[] {
  const places = parts.flatMap(({ pointer, schema: { dependentSchemas } }) =>
    Object.keys(isObject(dependentSchemas) ? dependentSchemas : {}).map((name) =>
      appendTokens(pointer, 'dependentSchemas', name),
    ),
  );
  if (places.length === 0) return [];
  const alone = places.map((place) => ({ schemaPointers: [place] }));
  return [{ schemaPointers: [] }, ...alone, ...(places.length > 1 ? [{ schemaPointers: places }] : [])];
}
