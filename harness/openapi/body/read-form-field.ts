import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonValue, MediaType, Parameter, ParameterStyle } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { isJsonType } from '../media-type.ts';
import { compileParameterParser, type RawParameters } from '../parameters/parse.ts';
import { declaredTypes } from '../parameters/primitive.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';

/** A field of a form: its name, and its value still percent-encoded. */
export type FormField = RawParameters['query'][number];

type ReadField = ReturnType<ReturnType<typeof compileParameterParser>>;

/** Reads one property from all fields of a form. */
export interface FormFieldParser {
  readonly name: string;
  /** True for a field that belongs to this property. */
  owns(field: string): boolean;
  read(fields: readonly FormField[]): ReadField;
}

interface Encoding {
  readonly style: ParameterStyle | undefined;
  readonly explode: boolean | undefined;
  readonly isJson: boolean;
}

/** Compiles the parser of a declared property from its schema and its encoding (OpenAPI 3.0.3, Encoding Object). */
export function compileFieldParser(
  document: OpenApiDocument,
  type: MediaType,
  name: string,
  schema: string,
): FormFieldParser {
  const types = declaredTypes(document, schema);
  const { style, explode, isJson } = readEncoding(document, type, name);
  const styled = (fieldStyle: ParameterStyle, isExploded: boolean) =>
    styledParser(document, createParameter(name, schema, fieldStyle, isExploded), types.has('object'));
  if (style !== undefined || explode !== undefined)
    return styled(style ?? 'form', explode ?? (style ?? 'form') === 'form');
  if (types.has('string') || types.size === 0) return styled('form', true);
  const asJson = styledParser(
    document,
    { ...createParameter(name, schema, 'content', false), mediaType: JSON_TYPE },
    false,
  );
  if (isJson && !types.has('array')) return asJson;
  if (types.has('array')) return hasObjectItems(document, schema) ? jsonItems(asJson) : styled('form', true);
  return types.has('object') ? jsonOrExploded(asJson, styled('form', true)) : styled('form', true);
}

/** Compiles the parser of an undeclared property from the schema of such properties; a string without one. */
export function compileAdditionalFieldParser(
  document: OpenApiDocument,
  name: string,
  schema: string | undefined,
): FormFieldParser {
  return styledParser(document, createParameter(name, schema, 'form', true), false);
}

const JSON_TYPE = 'application/json';

function createParameter(name: string, schema: string | undefined, style: ParameterStyle, explode: boolean): Parameter {
  return {
    name,
    in: 'query',
    required: false,
    style,
    explode,
    allowReserved: false,
    allowEmptyValue: false,
    pointer: schema ?? '',
    schema,
    mediaType: undefined,
    examples: [],
  };
}

function readEncoding(document: OpenApiDocument, { pointer, type }: MediaType, name: string): Encoding {
  const value = document.at(appendTokens(pointer, 'encoding', name));
  const { style, explode, contentType } = isObject(value) ? value : {};
  const isMultipart = /^multipart\//i.test(type);
  return {
    style: typeof style === 'string' && !isMultipart ? (style as ParameterStyle) : undefined,
    explode: typeof explode === 'boolean' && !isMultipart ? explode : undefined,
    isJson: typeof contentType === 'string' && isJsonType(contentType),
  };
}

function styledParser(document: OpenApiDocument, parameter: Parameter, hasProperties: boolean): FormFieldParser {
  const { name, style, explode, schema } = parameter;
  const read = compileParameterParser(document, parameter);
  const isExploded = hasProperties && schema !== undefined && style === 'form' && explode;
  const properties = isExploded ? effectiveSchema(document, schema, 'request').properties : undefined;
  return {
    name,
    owns: (field) =>
      properties ? properties.has(field) : field === name || (style === 'deepObject' && field.startsWith(`${name}[`)),
    read: (fields) => read({ query: fields, path: {}, headers: {} }),
  };
}

/** Clients write an object without an encoding as JSON (OpenAPI 3.0.4), or one field per property (3.0.3, style form). */
function jsonOrExploded(asJson: FormFieldParser, exploded: FormFieldParser): FormFieldParser {
  return {
    name: asJson.name,
    owns: (field) => asJson.owns(field) || exploded.owns(field),
    read: (fields) => (fields.some(([field]) => asJson.owns(field)) ? asJson : exploded).read(fields),
  };
}

/** Each object of an array is JSON in a separate field. */
function jsonItems(item: FormFieldParser): FormFieldParser {
  return {
    ...item,
    read(fields) {
      const items: JsonValue[] = [];
      for (const field of fields) {
        const found = item.read([field]);
        if (found.state === 'malformed') return found;
        if (found.state === 'read') items.push(found.value);
      }
      return items.length === 0 ? { state: 'absent' } : { state: 'read', value: items };
    },
  };
}

function hasObjectItems(document: OpenApiDocument, schema: string): boolean {
  const { items } = effectiveSchema(document, schema, 'request');
  const types = items === undefined ? new Set<string>() : declaredTypes(document, items);
  return (types.has('object') || types.has('array')) && !types.has('string');
}
