import type { JsonValue } from '../../core/model.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** What a schema itself gives as examples: `example`, `examples` and `default`. */
export function schemaExamples(shape: EffectiveSchema): JsonValue[] {
  return shape.schemas.flatMap(({ schema }) => {
    const list = schema['examples'];
    return [schema['example'], ...(Array.isArray(list) ? list : []), schema['default']].filter(
      (value) => value !== undefined,
    );
  });
}
