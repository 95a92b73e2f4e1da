import { getOwn, isObject, setProperty } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { declaredTypes } from '../../openapi/parameters/primitive.ts';

/** Content of an error: its status, the reason phrase, and the description of the problem. */
export interface ErrorDetails {
  readonly status: number;
  readonly title: string;
  readonly message: string;
}

const STATUS = /^(http_?)?(status|code|status_?code|error_?code|err_?no)$/i;
const MESSAGE = /^(error_?)?(message|msg|detail|details|description|reason|text)$|^(user|developer|error)_?message$/i;
const TITLE = /^(title|status_?text|reason_?phrase)$/i;
const MAX_DEPTH = 6;

/**
 * Fills the properties of an error that hold a status or a message, recognized by name and type; others stay unchanged.
 * A status in `base` that is not an HTTP error status, such as an application code, stays too.
 */
export function fillErrorBody(
  document: OpenApiDocument,
  schema: string | undefined,
  base: JsonValue,
  details: ErrorDetails,
): JsonValue {
  return fill(document, schema, base, details, 0);
}

function fill(
  document: OpenApiDocument,
  schema: string | undefined,
  base: JsonValue,
  details: ErrorDetails,
  depth: number,
): JsonValue {
  if (depth > MAX_DEPTH) return base;
  if (typeof base === 'string' && depth === 0) return details.message;
  if (Array.isArray(base)) {
    const items = schema && appendTokens(document.resolve(schema).pointer, 'items');
    return base
      .slice(0, 1)
      .map((item) => (typeof item === 'string' ? details.message : fill(document, items, item, details, depth + 1)));
  }
  if (!isObject(base)) return base;
  const declared = schema === undefined ? new Map<string, string>() : declaredProperties(document, schema);
  const filled: JsonObject = {};
  const names = new Set([...Object.keys(base), ...[...declared.keys()].filter((name) => MESSAGE.test(name))]);
  const hasMessage = [...names].some((name) => MESSAGE.test(name));
  for (const name of names) {
    const pointer = declared.get(name);
    const own = getOwn(base, name);
    const made = propertyValue(document, pointer, name, own, details, hasMessage);
    setProperty(filled, name, made ?? fill(document, pointer, own ?? null, details, depth + 1));
  }
  return filled;
}

/** Returns the value of a property that holds a status or a message. @returns undefined for any other property */
function propertyValue(
  document: OpenApiDocument,
  pointer: string | undefined,
  name: string,
  base: JsonValue | undefined,
  { status, title, message }: ErrorDetails,
  hasMessage: boolean,
): JsonValue | undefined {
  const types = pointer === undefined ? new Set<string>() : declaredTypes(document, pointer);
  const isString = typeof base === 'string' || (base === undefined && types.has('string'));
  if (STATUS.test(name)) return statusValue(base, status, types.has('integer') || types.has('number'));
  if (isString && MESSAGE.test(name)) return message;
  if (isString && TITLE.test(name)) return title;
  // RFC 9457 section 4.2.1: the type of a problem that has no more semantics than its status.
  if (base === 'string' && name === 'type') return 'about:blank';
  if (isString && /^error$/i.test(name)) return hasMessage ? title : message;
  return undefined;
}

function statusValue(base: JsonValue | undefined, status: number, isNumber: boolean): JsonValue | undefined {
  if (typeof base === 'string') return isReplaceableStatus(base) ? String(status) : undefined;
  if (isNumber || typeof base === 'number') return isReplaceableStatus(base) ? status : undefined;
  return undefined;
}

/** True for an HTTP error status, and for generated placeholder values. */
function isReplaceableStatus(base: JsonValue | undefined): boolean {
  if (base === undefined || base === 'string') return true;
  const number = Number(base);
  return (number >= 400 && number <= 599) || number === 0 || number < -1e6;
}

/** Returns the HTTP error status in the body of an error. @returns undefined if it has none */
export function statusInBody(value: JsonValue): number | undefined {
  if (!isObject(value)) return undefined;
  for (const [name, property] of Object.entries(value)) {
    const number = Number(property);
    if (STATUS.test(name) && /^[45]\d\d$/.test(String(property))) return number;
    const inner = isObject(property) ? statusInBody(property) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Returns the schema pointer of each declared property, by name, also those in allOf. */
function declaredProperties(document: OpenApiDocument, place: string, depth = 0): Map<string, string> {
  const { pointer, value } = document.resolve(place);
  const declared = new Map<string, string>();
  if (!isObject(value) || depth > MAX_DEPTH) return declared;
  const { properties, allOf } = value;
  if (Array.isArray(allOf))
    for (const index of allOf.keys())
      for (const [name, schema] of declaredProperties(document, appendTokens(pointer, 'allOf', index), depth + 1))
        declared.set(name, schema);
  if (isObject(properties))
    for (const name of Object.keys(properties)) declared.set(name, appendTokens(pointer, 'properties', name));
  return declared;
}
