import { canCarryName } from '../../core/http-field.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonValue, Parameter } from '../../core/model.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { compileParameterParser, type RawParameters } from '../../openapi/parameters/parse.ts';
import {
  MAX_SERIALIZED_LENGTH,
  serializeHeader,
  serializePathParameter,
  serializePrimitive,
  serializeQueryOrCookie,
} from '../../openapi/parameters/serialize.ts';

/**
 * Compiles serialize-then-parse for a parameter.
 * The result is undefined for values that do not survive the round trip unambiguously.
 */
export function compileRoundTrip(
  document: OpenApiDocument,
  parameter: Parameter,
): (value: JsonValue) => JsonValue | undefined {
  if (!canCarryName(parameter)) return () => undefined;
  const read = compileParameterParser(document, parameter);
  return (value) => {
    if (isEmpty(value, parameter) || !isFlat(value, parameter)) return undefined;
    if (!primitiveTexts(value).every((text) => isUnambiguousText(parameter, text))) return undefined;
    const { sent, length } = serialize(parameter, value);
    const back = length > MAX_SERIALIZED_LENGTH ? undefined : read(sent);
    return back?.state === 'read' ? back.value : undefined;
  };
}

/** Excludes nested arrays and objects, which have no defined serialization (OpenAPI 3.0.3, Style Values). */
function isFlat(value: JsonValue, { style }: Parameter): boolean {
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return style === 'content' || inner.every((each) => !Array.isArray(each) && !isObject(each));
}

/** Returns whether an array or object is empty: most styles send nothing then, and a path would be another one (RFC 6570 section 3.2.1). */
function isEmpty(value: JsonValue, { style }: Parameter): boolean {
  const size = Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 1;
  return size === 0 && style !== 'content';
}

/** Returns the strings of a parameter value, property names among them. */
function primitiveTexts(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(primitiveTexts);
  if (isObject(value)) return Object.entries(value).flatMap(([name, property]) => [name, ...primitiveTexts(property)]);
  return [serializePrimitive(value)];
}

/** Excludes empty values, delimiters, and what proxies normalize (OpenAPI 3.0.3, Parameter Object; RFC 3986 section 6). */
function isUnambiguousText({ in: place, style, explode, allowEmptyValue }: Parameter, text: string): boolean {
  if (style === 'content') return true;
  if (text === '') return place === 'query' && allowEmptyValue;
  if (!explode && /[, |]/.test(text)) return false;
  if (place === 'path') return !/^\.|[/\\%;]/.test(text);
  return place === 'query' || /^[\w.+-]+$/.test(text);
}

const NO_PARAMETERS: RawParameters = { query: [], path: {}, headers: {} };

function serialize(parameter: Parameter, value: JsonValue): { readonly sent: RawParameters; readonly length: number } {
  const { in: place, name } = parameter;
  const text =
    place === 'path'
      ? serializePathParameter(parameter, value)
      : place === 'header'
        ? serializeHeader(parameter, value)
        : serializeQueryOrCookie(parameter, value);
  const { length } = text;
  switch (place) {
    case 'query':
      return { sent: { ...NO_PARAMETERS, query: text.split('&').map(pair) }, length };
    case 'path':
      return { sent: { ...NO_PARAMETERS, path: { [name]: text } }, length };
    case 'header':
      return { sent: { ...NO_PARAMETERS, headers: { [name.toLowerCase()]: text } }, length };
    case 'cookie':
      return { sent: { ...NO_PARAMETERS, headers: { cookie: text.replaceAll('&', '; ') } }, length };
  }
}

function pair(text: string): [name: string, value: string] {
  const equals = text.indexOf('=');
  return equals === -1
    ? [decodeURIComponent(text), '']
    : [decodeURIComponent(text.slice(0, equals)), text.slice(equals + 1)];
}
