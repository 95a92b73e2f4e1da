import { isObject } from '../../../core/json/index.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { Representation, SchemaProperty } from '../../../openapi/resources/model.ts';
import { schemasAt } from '../../../openapi/schema/schemas-at.ts';

/** As RFC 3339 has dates and times. */
const FORMATS = [
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['date-time', /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/],
] as const;

/** The properties of records; a text without a format whose example is a date or a time has that one. */
export function withFormatsByExample(
  document: OpenApiDocument,
  { schemas, properties }: Pick<Representation, 'schemas' | 'properties'>,
): readonly SchemaProperty[] {
  return properties.map((property) => {
    const { types, format, pointer, enumerated } = property;
    if (format !== undefined || enumerated || !types.includes('string')) return property;
    const places = schemas.flatMap((whole) => schemasAt(document, { whole, pointer, direction: 'response' }));
    const examples = places.flatMap((place) => examplesAt(document, place));
    const found = FORMATS.find(
      ([, form]) => examples.length > 0 && examples.every((each) => typeof each === 'string' && form.test(each)),
    );
    return found ? { ...property, format: found[0] } : property;
  });
}

function examplesAt(document: OpenApiDocument, pointer: string): readonly JsonValue[] {
  const { value } = document.resolve(pointer);
  if (!isObject(value)) return [];
  const { example, examples } = value;
  return [...(example === undefined ? [] : [example]), ...(Array.isArray(examples) ? examples : [])];
}
