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

/** Reads one member out of all fields of a form. */
export interface FormFieldParser {
  readonly name: string;
  /** True for a field that says something of this member. */
  owns(field: string): boolean;
  read(fields: readonly FormField[]): ReadField;
}

interface Encoding {
  readonly style: ParameterStyle | undefined;
  readonly explode: boolean | undefined;
  readonly isJson: boolean;
}

/** Compiles the reading of one declared member by its schema and its Encoding Object (OpenAPI 3.0.3, Encoding Object). */
export function compileFieldParser(
  document: OpenApiDocument,
  type: MediaType,
  name: string,
  schema: string,
): FormFieldParser {
  const types = declaredTypes(document, schema);
  const { style, explode, isJson } = readEncoding(document, type, name);
  const styled = (chosen: ParameterStyle, exploded: boolean) =>
    styledReader(document, parameterOf(name, schema, chosen, exploded), types.has('object'));
  if (style !== undefined || explode !== undefined)
    return styled(style ?? 'form', explode ?? (style ?? 'form') === 'form');
  if (types.has('string') || types.size === 0) return styled('form', true);
  const asJson = styledReader(
    document,
    { ...parameterOf(name, schema, 'content', false), mediaType: JSON_TYPE },
    false,
  );
  if (isJson && !types.has('array')) return asJson;
  if (types.has('array')) return holdsObjects(document, schema) ? listOfJson(asJson) : styled('form', true);
  return types.has('object') ? either(asJson, styled('form', true)) : styled('form', true);
}

/** Reads a member that is not declared, by the schema of such members; a text where there is none. */
export function compileAdditionalFieldParser(
  document: OpenApiDocument,
  name: string,
  schema: string | undefined,
): FormFieldParser {
  return styledReader(document, parameterOf(name, schema, 'form', true), false);
}

const JSON_TYPE = 'application/json';

function parameterOf(name: string, schema: string | undefined, style: ParameterStyle, explode: boolean): Parameter {
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

function styledReader(document: OpenApiDocument, parameter: Parameter, isObjectMember: boolean): FormFieldParser {
  const { name, style, explode, schema } = parameter;
  const read = compileParameterParser(document, parameter);
  const spreads = isObjectMember && schema !== undefined && style === 'form' && explode;
  const members = spreads ? effectiveSchema(document, schema, 'request').properties : undefined;
  return {
    name,
    owns: (field) =>
      members ? members.has(field) : style === 'deepObject' ? field.startsWith(`${name}[`) : field === name,
    read: (fields) => read({ query: fields, path: {}, headers: {} }),
  };
}

/** Clients write an object without an encoding as JSON (OpenAPI 3.0.4) or, as style form has it, member by member (3.0.3). */
function either(asJson: FormFieldParser, spread: FormFieldParser): FormFieldParser {
  return {
    name: asJson.name,
    owns: (field) => asJson.owns(field) || spread.owns(field),
    read: (fields) => (fields.some(([field]) => asJson.owns(field)) ? asJson : spread).read(fields),
  };
}

/** A list of objects has each of them as JSON in a field of its own. */
function listOfJson(item: FormFieldParser): FormFieldParser {
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

function holdsObjects(document: OpenApiDocument, schema: string): boolean {
  const { items } = effectiveSchema(document, schema, 'request');
  const types = items === undefined ? new Set<string>() : declaredTypes(document, items);
  return (types.has('object') || types.has('array')) && !types.has('string');
}
