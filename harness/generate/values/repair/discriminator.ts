import { isObject } from '../../../core/json/index.ts';
import { appendTokens, fragmentToPointer, parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';

/** The member that tells what an object is, and what it says there. */
export interface DiscriminatorValue {
  readonly property: string;
  readonly value: string;
}

/** One of several schemas that a value may have. */
export interface Alternative {
  readonly pointer: string;
  readonly name: DiscriminatorValue | undefined;
}

/** A Discriminator Object with the schema that each name stands for (OpenAPI 3.0.3, Discriminator Object). */
export interface Discriminator {
  readonly property: string;
  /** Pointers by name, those of `mapping` first. */
  readonly names: ReadonlyMap<string, string>;
  /** Pointer of the schema that heirs take in by `allOf`; undefined where the alternatives are listed. */
  readonly parent: string | undefined;
}

/** The lists of alternatives of a shape; the heirs of a schema with a discriminator are one of them. */
export function alternativeLists(document: OpenApiDocument, shape: EffectiveSchema): Alternative[][] {
  const listed = shape.schemas.flatMap((part) => {
    const discriminator = read(document, part);
    return ['oneOf', 'anyOf'].map((keyword) =>
      listOf(part.schema, keyword).map((_, index) => {
        const place = appendTokens(part.pointer, keyword, index);
        return { pointer: place, name: discriminator && nameOf(discriminator, document.resolve(place).pointer) };
      }),
    );
  });
  const heirs = discriminators(document, shape).flatMap((discriminator) =>
    discriminator.parent === shape.pointer ? [heirsOf(discriminator)] : [],
  );
  return [...listed, ...heirs].filter((list) => list.length > 0);
}

/** What an object of this shape says it is, where the shape is an heir. */
export function ownDiscriminatorValue(
  document: OpenApiDocument,
  shape: EffectiveSchema,
): DiscriminatorValue | undefined {
  return discriminators(document, shape)
    .filter(({ parent }) => parent !== undefined && parent !== shape.pointer)
    .map((discriminator) => nameOf(discriminator, shape.pointer))
    .find((name) => name !== undefined);
}

export function discriminators(document: OpenApiDocument, shape: EffectiveSchema): Discriminator[] {
  return shape.schemas.flatMap((part) => read(document, part) ?? []);
}

function heirsOf({ property, names, parent }: Discriminator): Alternative[] {
  const heirs = [...names].filter(([, place]) => place !== parent);
  return heirs.map(([value, place]) => ({ pointer: place, name: { property, value } }));
}

function nameOf({ property, names }: Discriminator, pointer: string): DiscriminatorValue | undefined {
  const found = [...names].find(([, each]) => each === pointer);
  return found && { property, value: found[0] };
}

const known = new WeakMap<OpenApiDocument, Map<string, Discriminator>>();

/** Read once, because the heirs of a schema are looked for in the whole document. */
function read(document: OpenApiDocument, part: EffectiveSchema['schemas'][number]): Discriminator | undefined {
  const { discriminator } = part.schema;
  if (!isObject(discriminator)) return undefined;
  const own = known.get(document) ?? new Map<string, Discriminator>();
  known.set(document, own);
  const found = own.get(part.pointer) ?? readNew(document, part, discriminator);
  own.set(part.pointer, found);
  return found;
}

function readNew(
  document: OpenApiDocument,
  { pointer, schema }: EffectiveSchema['schemas'][number],
  discriminator: JsonObject,
): Discriminator {
  const listed = [...listOf(schema, 'oneOf'), ...listOf(schema, 'anyOf')].map(referenceOf);
  const isParent = listed.length === 0;
  const implied = isParent ? [...heirPlaces(document, pointer), pointer] : listed;
  const mapping = isObject(discriminator['mapping']) ? Object.entries(discriminator['mapping']) : [];
  const names = new Map<string, string>();
  for (const [name, target] of mapping) {
    const place = String(target).startsWith('#')
      ? fragmentToPointer(String(target))
      : appendTokens(SCHEMAS, String(target));
    if (document.at(place) !== undefined) names.set(name, place);
  }
  for (const place of implied) {
    const name = parsePointer(place ?? '').at(-1);
    if (place !== undefined && name !== undefined && !names.has(name)) names.set(name, place);
  }
  return { property: String(discriminator['propertyName']), names, parent: isParent ? pointer : undefined };
}

const SCHEMAS = '#/components/schemas';

function heirPlaces(document: OpenApiDocument, parent: string): string[] {
  const schemas = document.at(SCHEMAS);
  return Object.entries(isObject(schemas) ? schemas : {})
    .filter(([, schema]) => isObject(schema) && listOf(schema, 'allOf').some((part) => referenceOf(part) === parent))
    .map(([name]) => appendTokens(SCHEMAS, name));
}

function listOf(schema: JsonObject, keyword: string): readonly unknown[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list : [];
}

function referenceOf(schema: unknown): string | undefined {
  const reference = typeof schema === 'object' && schema !== null ? (schema as JsonObject)['$ref'] : undefined;
  return typeof reference === 'string' ? fragmentToPointer(reference) : undefined;
}
