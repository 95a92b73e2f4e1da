import type { JsonObject } from '../../core/model.ts';
import { allowedTypes, allowsNumbers, type TypeName } from './instance-types.ts';

/** The keywords that say something of values of one type only (JSON Schema core, section 7.6.1); `number` includes integers. */
export const KEYWORDS_OF_TYPES: readonly (readonly [type: TypeName, keywords: readonly string[]])[] = [
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
      'dependentRequired',
      'dependentSchemas',
    ],
  ],
  [
    'array',
    [
      'items',
      'prefixItems',
      'unevaluatedItems',
      'minItems',
      'maxItems',
      'uniqueItems',
      'contains',
      'minContains',
      'maxContains',
    ],
  ],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
];

/** Returns the schema without what says nothing of any value of its `type`, such as the `properties` of a list. */
export function withoutOtherTypes(schema: JsonObject): JsonObject {
  const types = allowedTypes(schema);
  const others = new Set(
    KEYWORDS_OF_TYPES.flatMap(([type, keywords]) =>
      types.includes(type) || (type === 'number' && allowsNumbers(types)) ? [] : keywords,
    ),
  );
  // Some formats are of numbers.
  others.delete('format');
  const keywords = Object.entries(schema);
  const applied = keywords.filter(([keyword]) => !others.has(keyword));
  return applied.length === keywords.length ? schema : Object.fromEntries(applied);
}
