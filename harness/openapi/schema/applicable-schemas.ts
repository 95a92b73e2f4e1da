import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Direction, JsonValue } from '../../core/model.ts';
import type { EffectiveSchema } from './effective-schema.ts';
import { compilePattern } from './pattern/pattern.ts';
import type { SchemaValidator } from './validator.ts';

type Parts = EffectiveSchema['schemas'];

/** Pointers of all schemas that judge a member of that name; undefined where it may not be there. */
export function schemasOfProperty(parts: Parts, name: string): string[] | undefined {
  const places: string[] = [];
  for (const { pointer, schema } of parts) {
    const { properties, patternProperties, additionalProperties } = schema;
    const own =
      isObject(properties) && Object.hasOwn(properties, name) ? [appendTokens(pointer, 'properties', name)] : [];
    for (const source of Object.keys(isObject(patternProperties) ? patternProperties : {}))
      if (compilePattern(source)?.test(name) === true) own.push(appendTokens(pointer, 'patternProperties', source));
    if (own.length === 0 && additionalProperties === false) return undefined;
    if (own.length === 0 && isObject(additionalProperties)) own.push(appendTokens(pointer, 'additionalProperties'));
    places.push(...own);
  }
  return places.length > 0 ? places : unevaluated(parts, 'unevaluatedProperties');
}

/** Pointers of all schemas that judge the item at an index. */
export function schemasOfItem(parts: Parts, index: number): string[] {
  const places = parts.flatMap(({ pointer, schema: { prefixItems, items } }) => {
    if (Array.isArray(prefixItems) && index < prefixItems.length) return [appendTokens(pointer, 'prefixItems', index)];
    return isObject(items) ? [appendTokens(pointer, 'items')] : [];
  });
  return places.length > 0 ? places : unevaluated(parts, 'unevaluatedItems');
}

/** How many items have schemas by their place. */
export function prefixItemsCount(parts: Parts): number {
  return Math.max(
    0,
    ...parts.map(({ schema: { prefixItems } }) => (Array.isArray(prefixItems) ? prefixItems.length : 0)),
  );
}

function unevaluated(parts: Parts, keyword: string): string[] {
  return parts.flatMap(({ pointer, schema }) => (isObject(schema[keyword]) ? [appendTokens(pointer, keyword)] : []));
}

/** Pointers of the schemas beside those of a shape that hold for a value: branches, what a condition leads to, and dependencies. */
export function inPlaceSubschemas(
  schemas: SchemaValidator,
  shape: EffectiveSchema,
  value: JsonValue,
  direction: Direction,
): string[] {
  const holds = (pointer: string) => schemas.accepts(pointer, value, direction);
  const conditional = shape.schemas.flatMap(({ pointer, schema }) => {
    if (schema['if'] === undefined) return [];
    const keyword = holds(appendTokens(pointer, 'if')) ? 'then' : 'else';
    return isObject(schema[keyword]) ? [appendTokens(pointer, keyword)] : [];
  });
  const dependent = shape.schemas.flatMap(({ pointer, schema: { dependentSchemas } }) =>
    Object.keys(isObject(dependentSchemas) && isObject(value) ? dependentSchemas : {})
      .filter((name) => isObject(value) && Object.hasOwn(value, name))
      .map((name) => appendTokens(pointer, 'dependentSchemas', name)),
  );
  return [...shape.alternatives.flat(), ...conditional, ...dependent].filter(holds);
}
