import { parseJson, setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, Parameter } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { isJsonType } from '../media-type.ts';
import { prefixItemsCount } from '../schema/applicable-schemas.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import { isOfType, type TypeName } from '../schema/instance-types.ts';
import { typesOfItem, typesOfProperty } from './part-types.ts';
import { declaredTypes, parsePrimitive } from './primitive.ts';

/** Converts decoded strings, split at their delimiters, to the value that the schema describes. */
export interface DelimitedTextParser {
  readonly schema: 'primitive' | 'array' | 'object' | 'content';
  /** Whether a list is valid, too, where `schema` is `primitive`. */
  readonly mayBeList: boolean;
  /** The same of an object. */
  readonly mayBeObject: boolean;
  primitive(text: string): JsonValue;
  /** Reads a text that may be a list as the value of another declared type: of an integer or an array, `5` is an integer. @returns undefined if it has none */
  alone(text: string): JsonValue | undefined;
  /** @param index of the item, from 0: the items of a tuple differ */
  item(text: string, index: number): JsonValue;
  property(name: string, text: string): JsonValue;
}

type Types = ReadonlySet<TypeName>;
type ParsePrimitive = (types: Types, text: string) => JsonValue;

const TEXT: Types = new Set(['string']);
const MAX_CACHED_PROPERTIES = 1000;

/** Compiles the parser of the text of a parameter or header from its schema. */
export function compileTextParser(
  document: OpenApiDocument,
  { schema, mediaType }: Pick<Parameter, 'schema' | 'mediaType'>,
  parse: ParsePrimitive = parsePrimitive,
): DelimitedTextParser {
  if (mediaType !== undefined) {
    const whole = isJsonType(mediaType) ? parseJson : (text: string) => text;
    const property = (_: string, text: string) => whole(text);
    return {
      schema: 'content',
      mayBeList: false,
      mayBeObject: false,
      primitive: whole,
      alone: whole,
      item: whole,
      property,
    };
  }
  const types = schema === undefined ? TEXT : declaredTypes(document, schema);
  const itemTypes = typesOfItems(document, schema);
  const propertyTypes = typesOfProperties(document, schema);
  return {
    schema: kindOf(types),
    mayBeList: types.has('array'),
    mayBeObject: types.has('object'),
    primitive: (text) => parse(types, text),
    alone: (text) => {
      const value = parse(types, text);
      return isOfPrimitive(types, value) ? value : undefined;
    },
    item: (text, index) => parse(itemTypes(index), text),
    property: (name, text) => parse(propertyTypes(name), text),
  };
}

/** Whether a value is of one of the declared types that are primitive; an empty text is none. */
export function isOfPrimitive(types: Types, value: JsonValue): boolean {
  return [...types].some((type) => PRIMITIVES.has(type) && isOfType(value, type));
}

const PRIMITIVES: Types = new Set(['string', 'number', 'integer', 'boolean']);

function kindOf(types: Types): DelimitedTextParser['schema'] {
  if (types.has('string')) return 'primitive';
  return types.has('array') ? 'array' : types.has('object') ? 'object' : 'primitive';
}

function typesOfItems(document: OpenApiDocument, schema: string | undefined): (index: number) => Types {
  let cached: readonly Types[] | undefined;
  const read = (): readonly Types[] => {
    if (schema === undefined) return [];
    const { schemas } = effectiveSchema(document, schema, 'request');
    return Array.from({ length: prefixItemsCount(schemas) + 1 }, (_, index) => typesOfItem(document, schema, index));
  };
  return (index) => {
    cached ??= read();
    return cached[Math.min(index, cached.length - 1)] ?? TEXT;
  };
}

function typesOfProperties(document: OpenApiDocument, schema: string | undefined): (name: string) => Types {
  const cache = new Map<string, Types>();
  return (name) => {
    let types = cache.get(name);
    if (!types) {
      types = schema === undefined ? TEXT : typesOfProperty(document, schema, name);
      if (cache.size < MAX_CACHED_PROPERTIES) cache.set(name, types);
    }
    return types;
  };
}

/** Parses a primitive, or an array or object in one string: `a,b` and `R,100,G,200`. */
export function parseDelimited(
  text: DelimitedTextParser,
  raw: string,
  delimiter: RegExp,
  decode: (part: string) => string,
): JsonValue {
  if (text.schema === 'array')
    return text.alone(decode(raw)) ?? raw.split(delimiter).map((item, index) => text.item(decode(item), index));
  if (text.schema === 'object') return pairUp(text, raw.split(delimiter).map(decode));
  return text.primitive(decode(raw));
}

/** Parses a header in style simple; white space beside a comma is insignificant (RFC 9110 section 5.6.1). */
export function parseHeaderText(
  text: DelimitedTextParser,
  raw: string,
  explode: boolean,
  decode: (part: string) => string = (part) => part,
): JsonValue {
  if (text.schema !== 'array' && text.schema !== 'object') return text.primitive(decode(raw));
  const parts = raw.trim() === '' ? [] : raw.split(',').map((part) => part.trim());
  if (text.schema === 'array')
    return text.alone(decode(raw.trim())) ?? parts.map((part, index) => text.item(decode(part), index));
  return explode ? parseAssignments(text, parts, decode) : pairUp(text, parts.map(decode));
}

/** Parses `R,100,G,200` as an object; a name without a value has the empty string. */
function pairUp(text: DelimitedTextParser, parts: readonly string[]): JsonObject {
  const object: JsonObject = {};
  for (let at = 0; at < parts.length; at += 2) {
    const name = parts[at] ?? '';
    setProperty(object, name, text.property(name, parts[at + 1] ?? ''));
  }
  return object;
}

/** Parses `R=100,G=200` as an object. */
export function parseAssignments(
  text: DelimitedTextParser,
  parts: readonly string[],
  decode: (part: string) => string,
): JsonObject {
  const object: JsonObject = {};
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    setProperty(object, name, text.property(name, equals === -1 ? '' : decode(part.slice(equals + 1))));
  }
  return object;
}
