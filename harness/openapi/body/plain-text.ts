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
  const { value } = document.resolve(schema);
  return isStringSchema(document, schema) && isObject(value) && value['format'] !== 'binary';
}

/** True for a schema of strings alone. */
export function isStringSchema(document: OpenApiDocument, schema: string): boolean {
  const types = declaredTypes(document, schema);
  return types.has('string') && [...types].every((each) => each === 'string' || each === 'null');
}

/** Decodes a text by the charset of its content type, by default UTF-8. @returns undefined if it is not in it, or it is unknown */
export function decodeText(bytes: Uint8Array, contentType: string): string | undefined {
  const charset = parseMediaType(contentType)?.parameters.get('charset');
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
