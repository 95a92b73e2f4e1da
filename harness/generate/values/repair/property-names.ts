import { isObject } from '../../../core/json/index.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { type EffectiveSchema, effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { type StringSource, stringCandidates } from './primitives.ts';

/** Names for members that no schema names, as `propertyNames` and `patternProperties` want them. */
export function* propertyNamesFor(
  { document }: Contract,
  shape: EffectiveSchema,
  source: StringSource,
): Generator<string> {
  for (const place of placesOfNames(shape)) {
    const names = effectiveSchema(document, place, 'response');
    for (const { schema } of names.schemas)
      for (const listed of Array.isArray(schema['enum']) ? schema['enum'] : []) yield String(listed);
    yield* stringCandidates(names, source);
  }
  for (const { schema } of shape.schemas)
    for (const pattern of isObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : [])
      yield* source({ type: 'string', pattern });
}

/** True for a name that `propertyNames` allows. */
export function isAllowedPropertyName({ schemas }: Contract, shape: EffectiveSchema, name: string): boolean {
  return placesOfNames(shape).every((place) => schemas.accepts(place, name, 'response'));
}

function placesOfNames({ schemas }: EffectiveSchema): string[] {
  return schemas.flatMap(({ pointer, schema }) =>
    schema['propertyNames'] === undefined ? [] : [appendTokens(pointer, 'propertyNames')],
  );
}
