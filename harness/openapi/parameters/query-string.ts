import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, Parameter } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { isUrlencoded } from '../media-type.ts';
import { readExamples } from '../read-content.ts';
import { hasUndefinedSerialization } from './undefined-serialization.ts';

/**
 * Reads a parameter that is the whole query string (OpenAPI 3.2, Parameter Locations). A form has the fields of an exploded object.
 * @returns undefined if it is no form, or a form without a defined serialization
 */
export function readQueryString(
  document: OpenApiDocument,
  pointer: string,
  { name, required, content }: JsonObject,
): Parameter | undefined {
  const [type] = isObject(content) ? Object.keys(content) : [];
  if (type === undefined || !isUrlencoded(type)) return undefined;
  const media = document.object(appendTokens(pointer, 'content', type));
  if (!isObject(media.value['schema'])) return undefined;
  const form = { schema: appendTokens(media.pointer, 'schema'), style: 'form', explode: true } as const;
  if (hasUndefinedSerialization(document, form)) return undefined;
  return {
    ...form,
    name: String(name),
    in: 'query',
    required: required === true,
    allowReserved: false,
    allowEmptyValue: false,
    pointer,
    mediaType: undefined,
    examples: readExamples(document, media.pointer),
  };
}
