import type { Json, JsonObject, Parameter } from '../../model.ts';
import type { OpenApiDocument } from '../document.ts';
import { isObject, parseJson, setMember } from '../json.ts';
import { isJsonType } from '../media-type.ts';
import { join } from '../pointer.ts';
import type { TypeName } from '../schema/types.ts';
import { declaredTypes, parsePrimitive } from './typed.ts';

/** Turns undelimited, decoded parts into the value that the schema describes. */
export interface TextReader {
  readonly shape: 'primitive' | 'array' | 'object' | 'content';
  primitive(text: string): Json;
  item(text: string): Json;
  member(name: string, text: string): Json;
}

/** Compiles the reading of a parameter's text by its schema. */
export function textReader(document: OpenApiDocument, parameter: Parameter): TextReader {
  const { schema, mediaType } = parameter;
  if (mediaType !== undefined) {
    const parse = isJsonType(mediaType) ? parseJson : (text: string) => text;
    return { shape: 'content', primitive: parse, item: parse, member: (_, text) => parse(text) };
  }
  const types = schema === undefined ? new Set<TypeName>(['string']) : declaredTypes(document, schema);
  const place = schema === undefined ? '' : document.resolve(schema).pointer;
  const items = typesAt(document, join(place, 'items'));
  const members = new Map<string, ReadonlySet<TypeName>>();
  const typesOfMember = (name: string) => {
    let known = members.get(name);
    if (!known) {
      known =
        typesAt(document, join(place, 'properties', name)) ?? typesAt(document, join(place, 'additionalProperties'));
      known ??= new Set<TypeName>(['string']);
      if (members.size < 1000) members.set(name, known);
    }
    return known;
  };
  return {
    shape: types.has('string')
      ? 'primitive'
      : types.has('array')
        ? 'array'
        : types.has('object')
          ? 'object'
          : 'primitive',
    primitive: (text) => parsePrimitive(types, text),
    item: (text) => parsePrimitive(items ?? new Set(['string']), text),
    member: (name, text) => parsePrimitive(typesOfMember(name), text),
  };
}

function typesAt(document: OpenApiDocument, pointer: string): ReadonlySet<TypeName> | undefined {
  return isObject(document.at(pointer)) ? declaredTypes(document, pointer) : undefined;
}

/** A primitive, or a list or an object in one text: `a,b` and `R,100,G,200`. */
export function readDelimited(
  text: TextReader,
  raw: string,
  delimiter: RegExp,
  decoded: (part: string) => string,
): Json {
  if (text.shape === 'array') return raw.split(delimiter).map((item) => text.item(decoded(item)));
  if (text.shape === 'object') return pairUp(text, raw.split(delimiter).map(decoded));
  return text.primitive(decoded(raw));
}

/** `R,100,G,200` as an object; a name without a value has the empty string. */
export function pairUp(text: TextReader, parts: readonly string[]): JsonObject {
  const object: JsonObject = {};
  for (let at = 0; at < parts.length; at += 2) {
    const name = parts[at] ?? '';
    setMember(object, name, text.member(name, parts[at + 1] ?? ''));
  }
  return object;
}

/** `R=100,G=200` as an object. */
export function readAssignments(
  text: TextReader,
  parts: readonly string[],
  decoded: (part: string) => string,
): JsonObject {
  const object: JsonObject = {};
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = decoded(equals === -1 ? part : part.slice(0, equals));
    setMember(object, name, text.member(name, equals === -1 ? '' : decoded(part.slice(equals + 1))));
  }
  return object;
}
