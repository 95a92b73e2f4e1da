import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { FormEncoding, MediaType, ParameterStyle } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { isForm, isUrlencoded } from '../media-type.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../schema/effective-schema.ts';

/** Nesting of alternatives in alternatives that is followed. */
const MAX_DEPTH = 10;

/** Reads how a form writes each of its fields, from their schemas and the encoding of the media type; empty for other types. */
export function readEncodings(
  document: OpenApiDocument,
  type: Pick<MediaType, 'type' | 'pointer' | 'schema'>,
): ReadonlyMap<string, FormEncoding> {
  if (!isForm(type.type)) return new Map();
  const properties = type.schema === undefined ? new Map<string, string>() : propertySchemas(document, type.schema);
  const encoding = document.at(appendTokens(type.pointer, 'encoding'));
  const names = new Set([...properties.keys(), ...(isObject(encoding) ? Object.keys(encoding) : [])]);
  return new Map([...names].map((name) => [name, readField(document, type, name, properties.get(name))]));
}

/** The schema of each declared property, also of those that an alternative declares. */
function propertySchemas(document: OpenApiDocument, schema: string, depth = 0): Map<string, string> {
  const { properties, alternatives } = effectiveSchema(document, schema, 'request');
  const branches = depth > MAX_DEPTH ? [] : alternatives.flat();
  return new Map([
    ...branches.flatMap((branch) => [...propertySchemas(document, branch, depth + 1)]),
    ...[...properties].flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first] as const])),
  ]);
}

function readField(
  document: OpenApiDocument,
  { type, pointer }: Pick<MediaType, 'type' | 'pointer'>,
  name: string,
  schema: string | undefined,
): FormEncoding {
  const value = document.at(appendTokens(pointer, 'encoding', name));
  const { style, explode, allowReserved, contentType } = isObject(value) ? value : {};
  const isStyled = isUrlencoded(type) && (style !== undefined || explode !== undefined);
  const fieldStyle = (style ?? 'form') as ParameterStyle;
  const part = schema === undefined ? undefined : partSchema(document, schema);
  const own = part && firstKeyword(part, 'contentMediaType');
  return {
    style: isStyled ? fieldStyle : undefined,
    explode: typeof explode === 'boolean' ? explode : fieldStyle === 'form',
    allowReserved: allowReserved === true,
    schema,
    contentType: typeof contentType === 'string' ? contentType : typeof own === 'string' ? own : undefined,
    isFile: part !== undefined && isFile(document, part),
  };
}

/** The schema of one part: an array has a part for each of its items. */
function partSchema(document: OpenApiDocument, schema: string): EffectiveSchema {
  const whole = effectiveSchema(document, schema, 'request');
  return whole.items === undefined ? whole : effectiveSchema(document, whole.items, 'request');
}

/** OpenAPI 3.0.3, Considerations for File Uploads; from 3.1 on, the content keywords of JSON Schema. */
function isFile(document: OpenApiDocument, schema: EffectiveSchema): boolean {
  if (/^(?:binary|base64)$/.test(String(firstKeyword(schema, 'format') ?? ''))) return true;
  return (
    document.version !== '3.0' && ['contentMediaType', 'contentEncoding'].some((name) => firstKeyword(schema, name))
  );
}
