import { isObject } from '../../../core/json/index.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import type { TypeName } from '../../../openapi/schema/instance-types.ts';

/** What a schema itself gives as examples. */
export function schemaExamples(shape: EffectiveSchema): JsonValue[] {
  return shape.schemas.flatMap(({ schema: { example, examples, default: usual } }) =>
    [example, ...(Array.isArray(examples) ? examples : []), usual].filter((value) => value !== undefined),
  );
}

/** The types that a value may have: those named, else the one of which the schema says something; none where it says nothing. */
export function likelyTypes({
  hasType,
  types,
  properties,
  required,
  items,
  prefixItems,
  schemas,
}: EffectiveSchema): readonly TypeName[] {
  const says = (...names: readonly string[]) =>
    schemas.some(({ schema }) => names.some((name) => schema[name] !== undefined));
  if (hasType) return types.filter((type) => type !== 'null');
  if (properties.size > 0 || required.size > 0 || says('additionalProperties', 'minProperties')) return ['object'];
  if (items !== undefined || prefixItems.length > 0 || says('minItems', 'contains')) return ['array'];
  if (says('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')) return ['number'];
  return says('pattern', 'format', 'minLength', 'maxLength') ? ['string'] : [];
}

/** The type of `base` first. */
export function preferType(types: readonly TypeName[], base: JsonValue | undefined): readonly TypeName[] {
  const own = Array.isArray(base) ? 'array' : isObject(base) ? 'object' : typeof base;
  return types.toSorted((a, b) => Number(b === own) - Number(a === own));
}
