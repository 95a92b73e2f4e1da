import type { Contract } from '../../../openapi/contract.ts';
import { isObject } from '../../../core/json/index.ts';
import { join } from '../../../core/json/pointer.ts';
import { readShape, type Shape } from '../../../openapi/schema/effective-schema.ts';
import { type TextSource, texts } from './primitives.ts';

/** Names for members that no schema names, as `propertyNames` and `patternProperties` want them. */
export function* namesFor({ document }: Contract, shape: Shape, source: TextSource): Generator<string> {
  for (const place of placesOfNames(shape)) {
    const names = readShape(document, place, 'response');
    for (const { schema } of names.parts)
      for (const listed of Array.isArray(schema['enum']) ? schema['enum'] : []) yield String(listed);
    yield* texts(names, source);
  }
  for (const { schema } of shape.parts)
    for (const pattern of isObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : [])
      yield* source({ type: 'string', pattern });
}

/** True for a name that `propertyNames` allows. */
export function isName({ schemas }: Contract, shape: Shape, name: string): boolean {
  return placesOfNames(shape).every((place) => schemas.accepts(place, name, 'response'));
}

function placesOfNames({ parts }: Shape): string[] {
  return parts.flatMap(({ pointer, schema }) =>
    schema['propertyNames'] === undefined ? [] : [join(pointer, 'propertyNames')],
  );
}
