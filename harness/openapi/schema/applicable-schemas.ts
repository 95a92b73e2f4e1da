import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Direction, JsonValue } from '../../core/model.ts';
import type { EffectiveSchema } from './effective-schema.ts';
import { compilePattern } from './pattern/pattern.ts';
import type { SchemaValidator } from './validator.ts';

type Parts = EffectiveSchema['schemas'];

/**
 * Lists the pointers of all schemas that apply to the property of that name.
 * @returns undefined if the property is not allowed
 */
export function schemasOfProperty(parts: Parts, name: string): string[] | undefined {
  const pointers: string[] = [];
  for (const { pointer, schema } of parts) {
    const { properties, patternProperties, additionalProperties } = schema;
    const own =
      isObject(properties) && Object.hasOwn(properties, name) ? [appendTokens(pointer, 'properties', name)] : [];
    for (const source of Object.keys(isObject(patternProperties) ? patternProperties : {}))
      if (compilePattern(source)?.test(name) === true) own.push(appendTokens(pointer, 'patternProperties', source));
    if (own.length === 0 && additionalProperties === false) return undefined;
    if (own.length === 0 && isObject(additionalProperties)) own.push(appendTokens(pointer, 'additionalProperties'));
    pointers.push(...own);
  }
  return pointers.length > 0 ? pointers : unevaluated(parts, 'unevaluatedProperties');
}

/** Lists the pointers of all schemas that apply to the item at an index. */
export function schemasOfItem(parts: Parts, index: number): string[] {
  const pointers = parts.flatMap(({ pointer, schema: { prefixItems, items } }) => {
    if (Array.isArray(prefixItems) && index < prefixItems.length) return [appendTokens(pointer, 'prefixItems', index)];
    return isObject(items) ? [appendTokens(pointer, 'items')] : [];
  });
  return pointers.length > 0 ? pointers : unevaluated(parts, 'unevaluatedItems');
}

/** Counts the items that `prefixItems` has schemas for. */
export function prefixItemsCount(parts: Parts): number {
  return Math.max(
    0,
    ...parts.map(({ schema: { prefixItems } }) => (Array.isArray(prefixItems) ? prefixItems.length : 0)),
  );
}

function unevaluated(parts: Parts, keyword: string): string[] {
  return parts.flatMap(({ pointer, schema }) => (isObject(schema[keyword]) ? [appendTokens(pointer, keyword)] : []));
}

/** Lists further schemas that a value satisfies: branches of anyOf and oneOf, `then` or `else`, and dependent schemas. */
export function inPlaceSubschemas(
  schemas: SchemaValidator,
  effective: EffectiveSchema,
  value: JsonValue,
  direction: Direction,
): string[] {
  const isSatisfied = (pointer: string) => schemas.accepts(pointer, value, direction);
  const conditional = effective.schemas.flatMap(({ pointer, schema }) => {
    if (schema['if'] === undefined) return [];
    const keyword = isSatisfied(appendTokens(pointer, 'if')) ? 'then' : 'else';
    return isObject(schema[keyword]) ? [appendTokens(pointer, keyword)] : [];
  });
  const dependent = effective.schemas.flatMap(({ pointer, schema: { dependentSchemas } }) =>
    Object.keys(isObject(dependentSchemas) && isObject(value) ? dependentSchemas : {})
      .filter((name) => isObject(value) && Object.hasOwn(value, name))
      .map((name) => appendTokens(pointer, 'dependentSchemas', name)),
  );
  return [...effective.alternatives.flat(), ...conditional, ...dependent].filter(isSatisfied);
}
