import type { Shape } from '../../openapi/schema/effective-schema.ts';
import type { Json } from '../../core/model.ts';

/** What a schema itself gives as examples: `example`, `examples` and `default`. */
export function exampleValues(shape: Shape): Json[] {
  return shape.parts.flatMap(({ schema }) => {
    const list = schema['examples'];
    return [schema['example'], ...(Array.isArray(list) ? list : []), schema['default']].filter(
      (value) => value !== undefined,
    );
  });
}
