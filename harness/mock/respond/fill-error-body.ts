import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { declaredTypes } from '../../openapi/parameters/primitive.ts';

/** What an error says: its status, the reason phrase of that status, and what is wrong. */
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
 * Fills the members of an error that can carry a status or a message, told by name and type; all else stays as in `base`.
 * A status of `base` that is no HTTP error status, such as a code of the service's own, stays too.
 */
export function fillErrorBody(
  document: OpenApiDocument,
  schema: string | undefined,
  base: JsonValue,
  facts: ErrorDetails,
): JsonValue {
  return fill(document, schema, base, facts, 0);
}

function fill(
  document: OpenApiDocument,
  schema: string | undefined,
  base: JsonValue,
  facts: ErrorDetails,
  depth: number,
): JsonValue {
  if (depth > MAX_DEPTH) return base;
  if (typeof base === 'string' && depth === 0) return facts.message;
  if (Array.isArray(base)) {
    const items = schema && appendTokens(document.resolve(schema).pointer, 'items');
    return base
      .slice(0, 1)
      .map((item) => (typeof item === 'string' ? facts.message : fill(document, items, item, facts, depth + 1)));
  }
  if (!isObject(base)) return base;
  const declared = schema === undefined ? new Map<string, string>() : declaredMembers(document, schema);
  const filled: JsonObject = {};
  const names = new Set([...Object.keys(base), ...[...declared.keys()].filter((name) => MESSAGE.test(name))]);
  const hasMessage = [...names].some((name) => MESSAGE.test(name));
  for (const name of names) {
    const place = declared.get(name);
    filled[name] =
      member(document, place, name, base[name], facts, hasMessage) ??
      fill(document, place, base[name] ?? null, facts, depth + 1);
  }
  return filled;
}

/** The value of a member that tells a status or a message; undefined for any other. */
function member(
  document: OpenApiDocument,
  place: string | undefined,
  name: string,
  base: JsonValue | undefined,
  { status, title, message }: ErrorDetails,
  hasMessage: boolean,
): JsonValue | undefined {
  const types = place === undefined ? new Set<string>() : declaredTypes(document, place);
  const isText = typeof base === 'string' || (base === undefined && types.has('string'));
  if (STATUS.test(name)) return statusValue(base, status, types.has('integer') || types.has('number'));
  if (isText && MESSAGE.test(name)) return message;
  if (isText && TITLE.test(name)) return title;
  // What RFC 9457 section 4.2.1 has for problems that are no more than their status.
  if (base === 'string' && name === 'type') return 'about:blank';
  if (isText && /^error$/i.test(name)) return hasMessage ? title : message;
  return undefined;
}

function statusValue(base: JsonValue | undefined, status: number, isNumber: boolean): JsonValue | undefined {
  if (typeof base === 'string') return carriesStatus(base) ? String(status) : undefined;
  if (isNumber || typeof base === 'number') return carriesStatus(base) ? status : undefined;
  return undefined;
}

/** True for an HTTP error status, and for what generators put in place of any number or text. */
function carriesStatus(base: JsonValue | undefined): boolean {
  if (base === undefined || base === 'string') return true;
  const number = Number(base);
  return (number >= 400 && number <= 599) || number === 0 || number < -1e6;
}

/** The status that an example of an error tells, where it tells one. */
export function statusInBody(value: JsonValue): number | undefined {
  if (!isObject(value)) return undefined;
  for (const [name, reported] of Object.entries(value)) {
    const number = Number(reported);
    if (STATUS.test(name) && /^[45]\d\d$/.test(String(reported))) return number;
    const inner = isObject(reported) ? statusInBody(reported) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Pointer of the schema of each member that a schema names, by itself or through allOf. */
function declaredMembers(document: OpenApiDocument, place: string, depth = 0): Map<string, string> {
  const { pointer, value } = document.resolve(place);
  const members = new Map<string, string>();
  if (!isObject(value) || depth > MAX_DEPTH) return members;
  const { properties, allOf } = value;
  if (Array.isArray(allOf))
    for (const index of allOf.keys())
      for (const [name, schema] of declaredMembers(document, appendTokens(pointer, 'allOf', index), depth + 1))
        members.set(name, schema);
  if (isObject(properties))
    for (const name of Object.keys(properties)) members.set(name, appendTokens(pointer, 'properties', name));
  return members;
}
