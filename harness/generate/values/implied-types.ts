import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { TypeName } from '../../openapi/schema/instance-types.ts';

const KEYWORDS_OF_TYPES: readonly (readonly [type: TypeName, keywords: readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'unevaluatedProperties',
      'patternProperties',
      'minProperties',
      'maxProperties',
      'propertyNames',
    ],
  ],
  ['array', ['items', 'prefixItems', 'unevaluatedItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
];

/** Returns the type that the keywords of a schema without `type` apply to; empty if it has no such keywords. */
export function impliedTypes({ schemas }: Pick<EffectiveSchema, 'schemas'>): readonly TypeName[] {
  const isUsed = (keyword: string) => schemas.some(({ schema }) => schema[keyword] !== undefined);
  const implied = KEYWORDS_OF_TYPES.find(([, keywords]) => keywords.some(isUsed));
  return implied ? [implied[0]] : [];
}
