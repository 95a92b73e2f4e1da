import type { OpenApiDocument } from '../document.ts';
import { isForm } from '../media-type.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';

/** True for the schema of a form that no object fits: a form has fields (OpenAPI 3.0.3, Media Type Object). */
export function isFormWithoutFields(document: OpenApiDocument, type: string, schema: string): boolean {
  if (!isForm(type)) return false;
  const { hasType, types } = effectiveSchema(document, schema, 'request');
  return hasType && !types.includes('object');
}
