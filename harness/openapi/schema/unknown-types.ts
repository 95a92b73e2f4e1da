import { didYouMean } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonValue, SourceLocation } from '../../core/model.ts';
import { isDataKeyword, NAMED_MAPS } from '../bundle/data-keywords.ts';
import type { OpenApiDocument } from '../document.ts';
import { TYPES } from './instance-types.ts';

/** Those of all versions: 3.0 has `nullable` for null. */
const NAMES = TYPES.filter((type) => type !== 'null');

/** A type that JSON Schema does not have, as `objct`. */
interface UnknownType {
  readonly pointer: string;
  readonly location: SourceLocation;
  readonly message: string;
}

/** Lists the unknown types of all schemas, in document order. */
export function unknownTypes(document: OpenApiDocument): UnknownType[] {
  return [...typesBelow(document.root, '#')].flatMap(([pointer, name]) => {
    const message = unknownTypeMessage(name);
    return message === undefined ? [] : [{ pointer, location: document.locate(pointer), message }];
  });
}

/** Says what is wrong with the name of a type. @returns undefined for a known one, or what is no name at all */
export function unknownTypeMessage(name: JsonValue | undefined): string | undefined {
  if (typeof name !== 'string' || isKnownType(name)) return undefined;
  const guess = nearest(name);
  return `Type ${name} is unknown, so no value is valid. ${guess ? `Did you mean ${guess}?` : `Use one of: ${NAMES.join(', ')}.`}`;
}

/** Writes the types of a schema that allows none, for the message of a value. */
export function unknownTypeNames(type: JsonValue | undefined): string {
  const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
  const guess = names.flatMap((name) => nearest(name) ?? [])[0];
  return `of type ${names.join(' or ')}, which is unknown${guess ? ` (did you mean ${guess}?)` : ''}`;
}

/** The type that was misspelled or cut short, as `str`. */
function nearest(name: string): string | undefined {
  return NAMES.find((type) => name.length > 2 && type.startsWith(name.toLowerCase())) ?? didYouMean(name, NAMES);
}

function isKnownType(name: string): boolean {
  return TYPES.some((type) => type === name);
}

/** Yields what each `type` names, but for those of data, of extensions, and of security schemes, which are no schemas. */
function* typesBelow(value: JsonValue, pointer: string, isMap = false): Generator<[pointer: string, name: JsonValue]> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* typesBelow(item, appendTokens(pointer, index));
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const at = appendTokens(pointer, name);
    if (isMap) yield* typesBelow(inner, at);
    else if (name === 'type') yield* namesIn(inner, at);
    else if (name !== 'securitySchemes' && !name.startsWith('x-') && !isDataKeyword(name, inner))
      yield* typesBelow(inner, at, NAMED_MAPS.has(name));
  }
}

function* namesIn(type: JsonValue, pointer: string): Generator<[pointer: string, name: JsonValue]> {
  if (!Array.isArray(type)) yield [pointer, type];
  else for (const [index, name] of type.entries()) yield [appendTokens(pointer, index), name];
}
