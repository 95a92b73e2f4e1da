import { isObject } from '../../../core/json/index.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import type { Alternative } from './discriminator.ts';

type Parts = EffectiveSchema['schemas'];

/** The ways to keep the conditions of a schema: one of them true, the others false; or all false. None where it has no conditions. */
export function conditionalAlternatives(parts: Parts): Alternative[] {
  const conditional = parts.filter(({ schema }) => schema['if'] !== undefined);
  if (conditional.length === 0) return [];
  const of = ({ pointer, schema }: Parts[number], keyword: string) =>
    schema[keyword] === undefined ? [] : [appendTokens(pointer, keyword)];
  const others = (chosen?: Parts[number]) => conditional.flatMap((part) => (part === chosen ? [] : of(part, 'else')));
  const met = conditional.map((part) => ({
    schemaPointers: [...of(part, 'if'), ...of(part, 'then'), ...others(part)],
  }));
  return [...met, { schemaPointers: others() }];
}

/** The ways to keep the dependencies on members: none of them, each alone, all of them. None where a schema has no dependencies. */
export function dependentAlternatives(parts: Parts): Alternative[] {
  const places = parts.flatMap(({ pointer, schema: { dependentSchemas } }) =>
    Object.keys(isObject(dependentSchemas) ? dependentSchemas : {}).map((name) =>
      appendTokens(pointer, 'dependentSchemas', name),
    ),
  );
  if (places.length === 0) return [];
  const alone = places.map((place) => ({ schemaPointers: [place] }));
  return [{ schemaPointers: [] }, ...alone, ...(places.length > 1 ? [{ schemaPointers: places }] : [])];
}
