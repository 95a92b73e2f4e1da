import { isObject } from '../../core/json/index.ts';
import type { MediaType } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { parseMediaType } from '../media-type.ts';
import { declaredTypes } from '../parameters/primitive.ts';

/** True for `text/plain`, whatever its parameters. */
export function isPlainText(type: string): boolean {
  return parseMediaType(type)?.essence === 'text/plain';
}

/** True for `text/plain` whose schema describes its text: a string, and not one of bytes. */
export function isPlainTextSchema(
  document: OpenApiDocument,
  media: MediaType,
): media is MediaType & { readonly schema: string } {
  const { type, schema } = media;
  if (schema === undefined || !isPlainText(type)) return false;
  const types = declaredTypes(document, schema);
  const { value } = document.resolve(schema);
  return (
    types.has('string') &&
    [...types].every((each) => each === 'string' || each === 'null') &&
    isObject(value) &&
    value['format'] !== 'binary'
  );
}
