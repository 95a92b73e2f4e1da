import { type Arbitrary, array, constant, oneof, tuple } from 'fast-check';
import { isObject } from '../../../core/json/index.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { BoundedFilterArbitrary } from './arbitraries/bounded-filter.ts';
import { OneofArbitrary } from './arbitraries/oneof.ts';
import { StringArbitrary } from './arbitraries/string.ts';
import type { MergedSchema } from './merge-schemas.ts';
import { REQUIRED_ONLY_DEPTH, type SchemaGenerator } from './schema-generator.ts';
import { stringArbitrary } from './string.ts';

export type Entries = readonly (readonly [name: string, value: JsonValue])[];

export interface AdditionalProperties {
  readonly arbitrary: Arbitrary<Entries>;
  /** Node count of the smallest value. */
  readonly size: number;
}

interface PropertyPattern {
  readonly names: Arbitrary<string>;
  readonly schemaPointers: readonly string[];
}

/**
 * Returns the properties described by `additionalProperties` and `patternProperties`, or any if the schema requires some.
 * @returns undefined if there can be none
 */
export function additionalPropertiesArbitrary(
  generator: SchemaGenerator,
  merged: MergedSchema,
  depth: number,
  { min, max }: { readonly min: number; readonly max: number },
): AdditionalProperties | undefined {
  if (max < 1) return undefined;
  const isFree = (name: string) => !merged.properties.has(name) && generator.isValid(propertyNames(merged), name);
  const entries = propertyPatterns(generator, merged, min > 0).flatMap(({ names, schemaPointers }) => {
    const built = generator.values(schemaPointers, depth + 1);
    return built
      ? [{ entry: tuple(new BoundedFilterArbitrary(names, isFree), built.arbitrary), size: built.size }]
      : [];
  });
  if (entries.length === 0) return undefined;
  const size = Math.min(...entries.map((each) => each.size));
  const allowed = depth < REQUIRED_ONLY_DEPTH ? entries : entries.filter((each) => each.size === size);
  const one = oneof(...allowed.map(({ entry }) => entry));
  const some = array(one, { minLength: Math.max(1, min), maxLength: max, size: 'max' });
  if (min > 0) return { arbitrary: some, size: size * min };
  const none = { weight: 1, arbitrary: constant<Entries>([]) };
  return { arbitrary: new OneofArbitrary<Entries>([none, { weight: 2, arbitrary: some }]), size: 0 };
}

function propertyPatterns(generator: SchemaGenerator, merged: MergedSchema, required: boolean): PropertyPattern[] {
  const { schemas } = merged;
  const patterned = schemas.flatMap(({ pointer, schema: { patternProperties } }) =>
    Object.keys(isObject(patternProperties) ? patternProperties : {}).flatMap((source) => {
      const names = stringArbitrary([{ pattern: source, minLength: 1 }], 'token');
      return names ? [{ names, schemaPointers: [appendTokens(pointer, 'patternProperties', source)] }] : [];
    }),
  );
  const described = schemas.filter(({ schema }) => isObject(schema['additionalProperties']));
  const closed = schemas.some(({ schema }) => schema['additionalProperties'] === false);
  if (closed || (described.length === 0 && (patterned.length > 0 || !required))) return patterned;
  const pointers = described.map(({ pointer }) => appendTokens(pointer, 'additionalProperties'));
  return [...patterned, { names: nameArbitrary(generator, merged), schemaPointers: pointers }];
}

function nameArbitrary(generator: SchemaGenerator, merged: MergedSchema): Arbitrary<string> {
  const pointers = propertyNames(merged);
  const named = pointers.length > 0 ? generator.values(pointers, 0) : undefined;
  return named ? named.arbitrary.map(String) : new StringArbitrary('token', 1, 8);
}

function propertyNames({ schemas }: MergedSchema): string[] {
  return schemas.flatMap(({ pointer, schema }) =>
    schema['propertyNames'] === undefined ? [] : [appendTokens(pointer, 'propertyNames')],
  );
}
