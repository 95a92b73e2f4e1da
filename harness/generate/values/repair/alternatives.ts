import { appendTokens } from '../../../core/json/pointer.ts';
import { stripScope } from '../../../openapi/bundle/dynamic-scope.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { type Discriminator, discriminatorValues, readDiscriminator } from '../../../openapi/schema/discriminator.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';

/** The property of a discriminator with the value that names a schema. */
export interface DiscriminatorValue {
  readonly property: string;
  readonly value: string;
}

/** One of several schemas that a value may have. */
export interface Alternative {
  readonly pointer: string;
  readonly name: DiscriminatorValue | undefined;
}

/** The lists of alternatives of a schema; the subtypes of one with a discriminator are such a list. */
export function alternativeLists(document: OpenApiDocument, effective: EffectiveSchema): Alternative[][] {
  const declaredLists = effective.schemas.flatMap(({ pointer, schema }) => {
    const discriminator = readDiscriminator(document, pointer, schema);
    return ['oneOf', 'anyOf'].map((keyword) => {
      const list = schema[keyword];
      return (Array.isArray(list) ? list : []).map((_, index) => {
        const branch = appendTokens(pointer, keyword, index);
        return { pointer: branch, name: discriminator && nameOf(document, discriminator, branch) };
      });
    });
  });
  const subtypes = discriminatorsOf(document, effective).flatMap((discriminator) =>
    isParent(discriminator, effective) ? [subtypesOf(discriminator)] : [],
  );
  return [...declaredLists, ...subtypes].filter((list) => list.length > 0);
}

/** The value that names this schema, if it extends another one with a discriminator. */
export function ownDiscriminatorValue(
  document: OpenApiDocument,
  effective: EffectiveSchema,
): DiscriminatorValue | undefined {
  return discriminatorsOf(document, effective)
    .filter((discriminator) => discriminator.parent !== undefined && !isParent(discriminator, effective))
    .map((discriminator) => nameOf(document, discriminator, effective.pointer))
    .find((name) => name !== undefined);
}

/** The discriminators of a schema and of those that it extends. */
export function discriminatorsOf(document: OpenApiDocument, effective: EffectiveSchema): Discriminator[] {
  return effective.schemas.flatMap(({ pointer, schema }) => readDiscriminator(document, pointer, schema) ?? []);
}

function isParent({ parent }: Discriminator, { pointer }: EffectiveSchema): boolean {
  return parent === stripScope(pointer);
}

function subtypesOf({ propertyName, schemas, parent }: Discriminator): Alternative[] {
  return [...schemas]
    .filter(([, pointer]) => pointer !== parent)
    .map(([value, pointer]) => ({ pointer, name: { property: propertyName, value } }));
}

function nameOf(
  document: OpenApiDocument,
  discriminator: Discriminator,
  pointer: string,
): DiscriminatorValue | undefined {
  const [value] = discriminatorValues(document, discriminator, pointer);
  return value === undefined ? undefined : { property: discriminator.propertyName, value };
}
