import { isObject } from '../../core/json/index.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { OpenApiDocument } from '../document.ts';
import { type BodyPlace, schemasAt } from '../schema/schemas-at.ts';

/** What the document says in words where a pointer leads; empty if it says nothing there. */
export function textAt(document: OpenApiDocument, pointer: string, keyword = 'description'): string {
  const { value } = document.resolve(pointer);
  const text = isObject(value) ? getAt(value, `/${keyword}`) : undefined;
  return typeof text === 'string' ? text : '';
}

/** What the schemas of a record say in words of the value where a pointer leads. */
export function textsOf(
  document: OpenApiDocument,
  schemas: readonly string[],
  place: Omit<BodyPlace, 'whole'>,
): string[] {
  return schemas.flatMap((whole) => schemasAt(document, { ...place, whole })).map((schema) => textAt(document, schema));
}
