import { isObject } from '../../../core/json/index.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { type EffectiveSchema, effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { type StringSource, stringCandidates } from './primitives.ts';

/** Yields names for undeclared properties, according to `propertyNames` and `patternProperties`. */
export function* propertyNamesFor(
  { document }: Contract,
  effective: EffectiveSchema,
  source: StringSource,
): Generator<string> {
  for (const pointer of propertyNamesPointers(effective)) {
    const names = effectiveSchema(document, pointer, 'response');
    for (const { schema } of names.schemas)
      for (const constants of Array.isArray(schema['enum']) ? schema['enum'] : []) yield String(constants);
    yield* stringCandidates(names, source);
  }
  for (const { schema } of effective.schemas)
    for (const pattern of isObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : [])
      yield* source({ type: 'string', pattern });
}

/** Returns whether `propertyNames` allows the name. */
export function isAllowedPropertyName({ schemas }: Contract, effective: EffectiveSchema, name: string): boolean {
  return propertyNamesPointers(effective).every((pointer) => schemas.accepts(pointer, name, 'response'));
}

function propertyNamesPointers({ schemas }: EffectiveSchema): string[] {
  return schemas.flatMap(({ pointer, schema }) =>
    schema['propertyNames'] === undefined ? [] : [appendTokens(pointer, 'propertyNames')],
  );
}
