import type { JsonValue } from '../../core/model.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** Returns the examples that a schema gives: `example`, `examples` and `default`. */
export function schemaExamples(effective: EffectiveSchema): JsonValue[] {
  return effective.schemas.flatMap(({ schema }) => {
    const list = schema['examples'];
    return [schema['example'], ...(Array.isArray(list) ? list : []), schema['default']].filter(
      (value) => value !== undefined,
    );
  });
}
