import { INTEGER_FORMATS } from '../core/json/decimal.ts';
import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../core/model.ts';
import { isDataKeyword } from './bundle/data-keywords.ts';
import type { OpenApiDocument } from './document.ts';
import { METHODS } from './operations.ts';
import { STRING_FORMATS } from './schema/keywords/format.ts';

/** A part of the document that is not tested, because this program does not read it. */
export interface UnreadPart {
  readonly pointer: string;
  readonly location: SourceLocation;
  readonly description: string;
}

/** Formats that restrict no value, or that another part of the program reads (OpenAPI format registry). */
const UNRESTRICTED_FORMATS = new Set(['float', 'double', 'password', 'binary', 'regex']);
const READ_FORMATS = new Set([...STRING_FORMATS, ...Object.keys(INTEGER_FORMATS), ...UNRESTRICTED_FORMATS]);
/** What a Path Item Object may hold beside operations (OpenAPI 3.2.0, Path Item Object). */
const PATH_ITEM_FIELDS = new Set([...METHODS, '$ref', 'summary', 'description', 'servers', 'parameters']);

/** Lists every part of the document that is not read, in document order; a format once, at its first use. */
export function unreadParts(document: OpenApiDocument): UnreadPart[] {
  const parts = [...unreadWebhooks(document), ...unreadPathItems(document), ...unreadFields(document)];
  return parts.map(([pointer, description]) => ({ pointer, description, location: document.locate(pointer) }));
}

type Unread = readonly [pointer: string, description: string];

function unreadWebhooks({ root }: OpenApiDocument): Unread[] {
  const names = isObject(root['webhooks']) ? Object.keys(root['webhooks']) : [];
  return names.map((name) => [appendTokens('#/webhooks', name), `webhook ${name} is not tested`]);
}

function* unreadPathItems(document: OpenApiDocument): Generator<Unread> {
  const { paths } = document.root;
  if (!isObject(paths)) return;
  for (const path of Object.keys(paths).filter((name) => !name.startsWith('x-'))) {
    const at = appendTokens('#/paths', path);
    if (!path.startsWith('/')) yield [at, `path ${path} does not start with / and is not tested`];
    else yield* unreadOperations(document, path);
  }
}

function* unreadOperations(document: OpenApiDocument, path: string): Generator<Unread> {
  const { pointer, value } = document.object(appendTokens('#/paths', path));
  const additional = value['additionalOperations'];
  for (const method of isObject(additional) ? Object.keys(additional) : [])
    yield [appendTokens(pointer, 'additionalOperations', method), `operation ${method} ${path} is not tested`];
  for (const name of Object.keys(value))
    if (!PATH_ITEM_FIELDS.has(name) && name !== 'additionalOperations' && !name.startsWith('x-'))
      yield [appendTokens(pointer, name), `field ${name} of ${path} is unknown and is not read`];
}

/** Finds callbacks, item schemas, querystring parameters and formats wherever they are, but not in data. */
function unreadFields(document: OpenApiDocument): Unread[] {
  const found: Unread[] = [];
  const formats = new Set<string>();
  const walk = (value: JsonValue, pointer: string): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, appendTokens(pointer, index));
    if (!isObject(value)) return;
    found.push(...fieldsOf(value, pointer, formats));
    for (const name of Object.keys(value)) {
      const property = value[name];
      if (property !== undefined && !name.startsWith('x-') && !isDataKeyword(name, property))
        walk(property, appendTokens(pointer, name));
    }
  };
  walk(document.root, '#');
  return found;
}

function* fieldsOf(value: JsonObject, pointer: string, formats: Set<string>): Generator<Unread> {
  const { format, callbacks, itemSchema, name } = value;
  if (typeof format === 'string' && !READ_FORMATS.has(format) && !formats.has(format)) {
    formats.add(format);
    yield [appendTokens(pointer, 'format'), `format ${format} is unknown and is not checked`];
  }
  if (isObject(callbacks) && isObject(value['responses']))
    for (const key of Object.keys(callbacks))
      yield [appendTokens(pointer, 'callbacks', key), `callback ${key} is not tested`];
  if (isObject(itemSchema)) yield [appendTokens(pointer, 'itemSchema'), 'itemSchema is not checked'];
  if (value['in'] === 'querystring' && typeof name === 'string')
    yield [pointer, `querystring parameter ${name} is not sent`];
}
