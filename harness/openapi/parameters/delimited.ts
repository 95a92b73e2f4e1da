import { parseJson, setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, Parameter } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { isJsonType } from '../media-type.ts';
import { prefixItemsCount, schemasOfItem, schemasOfProperty } from '../schema/applicable-schemas.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import type { TypeName } from '../schema/instance-types.ts';
import { declaredTypes, parsePrimitive } from './primitive.ts';

/** Turns undelimited, decoded parts into the value that the schema describes. */
export interface DelimitedTextParser {
  readonly schema: 'primitive' | 'array' | 'object' | 'content';
  primitive(text: string): JsonValue;
  /** @param index of the item, counted from 0; the items of a tuple differ */
  item(text: string, index: number): JsonValue;
  property(name: string, text: string): JsonValue;
}

type Types = ReadonlySet<TypeName>;
type ParsePrimitive = (types: Types, text: string) => JsonValue;

const TEXT: Types = new Set(['string']);
const MOST_KNOWN = 1000;

/** Compiles the reading of a parameter's or header's text by its schema. */
export function compileTextParser(
  document: OpenApiDocument,
  { schema, mediaType }: Pick<Parameter, 'schema' | 'mediaType'>,
  parse: ParsePrimitive = parsePrimitive,
): DelimitedTextParser {
  if (mediaType !== undefined) {
    const whole = isJsonType(mediaType) ? parseJson : (text: string) => text;
    return { schema: 'content', primitive: whole, item: whole, property: (_, text) => whole(text) };
  }
  const types = schema === undefined ? TEXT : declaredTypes(document, schema);
  const itemTypes = typesOfItems(document, schema);
  const memberTypes = typesOfMembers(document, schema);
  return {
    schema: shapeOf(types),
    primitive: (text) => parse(types, text),
    item: (text, index) => parse(itemTypes(index), text),
    property: (name, text) => parse(memberTypes(name), text),
  };
}

function shapeOf(types: Types): DelimitedTextParser['schema'] {
  if (types.has('string')) return 'primitive';
  return types.has('array') ? 'array' : types.has('object') ? 'object' : 'primitive';
}

function typesOfItems(document: OpenApiDocument, schema: string | undefined): (index: number) => Types {
  let known: readonly Types[] | undefined;
  const read = (): readonly Types[] => {
    const schemas = schema === undefined ? [] : effectiveSchema(document, schema, 'request').schemas;
    return Array.from({ length: prefixItemsCount(schemas) + 1 }, (_, index) =>
      typesOf(document, schemasOfItem(schemas, index)),
    );
  };
  return (index) => {
    known ??= read();
    return known[Math.min(index, known.length - 1)] ?? TEXT;
  };
}

function typesOfMembers(document: OpenApiDocument, schema: string | undefined): (name: string) => Types {
  const known = new Map<string, Types>();
  return (name) => {
    let types = known.get(name);
    if (!types) {
      const schemas = schema === undefined ? [] : effectiveSchema(document, schema, 'request').schemas;
      types = typesOf(document, schemasOfProperty(schemas, name) ?? []);
      if (known.size < MOST_KNOWN) known.set(name, types);
    }
    return types;
  };
}

/** Those of the first of several schemas: what does not fit the others breaks them anyway. */
function typesOf(document: OpenApiDocument, [schema]: readonly string[]): Types {
  return schema === undefined ? TEXT : declaredTypes(document, schema);
}

/** A primitive, or a list or an object in one text: `a,b` and `R,100,G,200`. */
export function parseDelimited(
  text: DelimitedTextParser,
  raw: string,
  delimiter: RegExp,
  decoded: (part: string) => string,
): JsonValue {
  if (text.schema === 'array') return raw.split(delimiter).map((item, index) => text.item(decoded(item), index));
  if (text.schema === 'object') return pairUp(text, raw.split(delimiter).map(decoded));
  return text.primitive(decoded(raw));
}

/** A header's value in style simple; a blank beside a comma says nothing (RFC 9110 section 5.6.1). */
export function parseHeaderText(
  text: DelimitedTextParser,
  raw: string,
  explode: boolean,
  decoded: (part: string) => string = (part) => part,
): JsonValue {
  if (text.schema !== 'array' && text.schema !== 'object') return text.primitive(decoded(raw));
  const parts = raw.trim() === '' ? [] : raw.split(',').map((part) => part.trim());
  if (text.schema === 'array') return parts.map((part, index) => text.item(decoded(part), index));
  return explode ? parseAssignments(text, parts, decoded) : pairUp(text, parts.map(decoded));
}

/** `R,100,G,200` as an object; a name without a value has the empty string. */
function pairUp(text: DelimitedTextParser, parts: readonly string[]): JsonObject {
  const object: JsonObject = {};
  for (let at = 0; at < parts.length; at += 2) {
    const name = parts[at] ?? '';
    setProperty(object, name, text.property(name, parts[at + 1] ?? ''));
  }
  return object;
}

/** `R=100,G=200` as an object. */
export function parseAssignments(
  text: DelimitedTextParser,
  parts: readonly string[],
  decoded: (part: string) => string,
): JsonObject {
  const object: JsonObject = {};
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = decoded(equals === -1 ? part : part.slice(0, equals));
    setProperty(object, name, text.property(name, equals === -1 ? '' : decoded(part.slice(equals + 1))));
  }
  return object;
}
