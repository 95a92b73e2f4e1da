import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { FormEncoding, MediaType, ParameterStyle } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { isMultipart, isUrlencoded } from '../media-type.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../schema/effective-schema.ts';

/** Alternatives inside of alternatives are looked into so deep. */
const MAX_DEPTH = 10;

/** How a form writes each of its members, by their schemas and the encoding of the media type; of other types, nothing. */
export function readEncodings(
  document: OpenApiDocument,
  type: Pick<MediaType, 'type' | 'pointer' | 'schema'>,
): ReadonlyMap<string, FormEncoding> {
  if (!isMultipart(type.type) && !isUrlencoded(type.type)) return new Map();
  const members = type.schema === undefined ? new Map<string, string>() : membersOf(document, type.schema);
  const encoding = document.at(appendTokens(type.pointer, 'encoding'));
  const names = new Set([...members.keys(), ...(isObject(encoding) ? Object.keys(encoding) : [])]);
  return new Map([...names].map((name) => [name, readField(document, type, name, members.get(name))]));
}

/** The schema of each declared member, also of those that an alternative declares. */
function membersOf(document: OpenApiDocument, schema: string, depth = 0): Map<string, string> {
  const { properties, alternatives } = effectiveSchema(document, schema, 'request');
  const branches = depth > MAX_DEPTH ? [] : alternatives.flat();
  return new Map([
    ...branches.flatMap((branch) => [...membersOf(document, branch, depth + 1)]),
    ...[...properties].flatMap(([name, [place]]) => (place === undefined ? [] : [[name, place] as const])),
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
  const chosen = (style ?? 'form') as ParameterStyle;
  const shape = schema === undefined ? undefined : readItem(document, schema);
  const own = shape && firstKeyword(shape, 'contentMediaType');
  return {
    style: isStyled ? chosen : undefined,
    explode: typeof explode === 'boolean' ? explode : chosen === 'form',
    allowReserved: allowReserved === true,
    schema,
    contentType: typeof contentType === 'string' ? contentType : typeof own === 'string' ? own : undefined,
    isFile: shape !== undefined && isFile(document, shape),
  };
}

/** A list has a part for each of its items. */
function readItem(document: OpenApiDocument, schema: string): EffectiveSchema {
  const shape = effectiveSchema(document, schema, 'request');
  return shape.items === undefined ? shape : effectiveSchema(document, shape.items, 'request');
}

/** OpenAPI 3.0.3, Considerations for File Uploads; from 3.1 on, JSON Schema says how a text holds something else. */
function isFile(document: OpenApiDocument, shape: EffectiveSchema): boolean {
  if (/^(?:binary|base64)$/.test(String(firstKeyword(shape, 'format') ?? ''))) return true;
  return (
    document.version !== '3.0' && ['contentMediaType', 'contentEncoding'].some((name) => firstKeyword(shape, name))
  );
}
