import { createRequire } from 'node:module';
import type { OpenAPIV3 } from 'openapi-types';
import { isFieldName } from '../core/http-field.ts';
import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type {
  DocumentedResponse,
  JsonValue,
  Operation,
  Parameter,
  ParameterIn,
  ParameterStyle,
  RequestBody,
  ResponseHeader,
} from '../core/model.ts';
import type { OpenApiDocument } from './document.ts';
import { withToldBy } from './fragments.ts';
import { readQueryString } from './parameters/query-string.ts';
import { hasUndefinedSerialization } from './parameters/undefined-serialization.ts';
import { readBodyContent, readContent, readExamples, readResponseContent } from './read-content.ts';

const require = createRequire(import.meta.url);

/** The methods of a Path Item Object; `query` came with 3.2. */
export const METHODS: readonly (`${OpenAPIV3.HttpMethods}` | 'query')[] = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
];
/** OpenAPI 3.0.3, Parameter Object: header parameters of these names are ignored. */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization'];
/** What these say must be true of the message itself (RFC 9110 section 8.4 and 8.6, RFC 9112 section 6.1 and 9.6). */
export const MESSAGE_HEADERS: readonly string[] = [
  ...[
    'content-encoding',
    'content-length',
    'transfer-encoding',
    'host',
    'connection',
    'te',
    'trailer',
    'upgrade',
    'expect',
  ],
];
const UNREAD_HEADERS: ReadonlySet<string> = new Set([...IGNORED_HEADERS, ...MESSAGE_HEADERS]);

/** True for a method of `additionalOperations` (OpenAPI 3.2) that Node.js parses; it closes the connection on any other. */
export function isSendableMethod(method: string): boolean {
  // Loaded if a document has such a method: `lint` and `show` need nothing else of it.
  const { METHODS: known } = require('node:http') as typeof import('node:http');
  return known.includes(method) && method !== 'CONNECT';
}

/** Reads every operation of the document, in order. */
export function readOperations(document: OpenApiDocument): Operation[] {
  const paths = document.root['paths'];
  if (!isObject(paths)) return [];
  const operations = Object.keys(paths)
    .filter((path) => path.startsWith('/'))
    .flatMap((path) => readPathItem(document, path));
  return withUniqueIds(withToldBy(document, operations));
}

/** Of several operations with the same `operationId`, which lint reports, the first one has it. */
function withUniqueIds(operations: readonly Operation[]): Operation[] {
  const known = new Set<string>();
  return operations.map((operation) => {
    const { id, method, path } = operation;
    const isNew = !known.has(id);
    known.add(id);
    return isNew ? operation : { ...operation, id: `${method} ${path}` };
  });
}

function readPathItem(document: OpenApiDocument, path: string): Operation[] {
  return readItem(document, appendTokens('#/paths', path), path);
}

/**
 * Reads the operations of a Path Item Object: one of a path, a callback or a webhook.
 * @param prefix of the ids of operations that have no `operationId`
 */
export function readItem(document: OpenApiDocument, reference: string, path: string, prefix = ''): Operation[] {
  const item = document.object(reference);
  const own = METHODS.filter((method) => isObject(item.value[method])).map((method) => [method] as const);
  const { additionalOperations } = item.value;
  const additional = Object.keys(isObject(additionalOperations) ? additionalOperations : {})
    .filter(isSendableMethod)
    .map((method) => ['additionalOperations', method] as const);
  return [...own, ...additional].map((tokens) => {
    const method = tokens.at(-1) ?? '';
    // A $ref in place of an operation is not in the specification, but documents that are split by operation have it.
    const { pointer, value } = document.object(appendTokens(item.pointer, ...tokens));
    const title = `${prefix}${method.toUpperCase()} ${path}`;
    const responses = readResponses(document, appendTokens(pointer, 'responses'));
    const security = readSecurity(value['security'] ?? document.root['security']);
    const parameters = readParameters(document, item.pointer, pointer);
    return {
      id: typeof value['operationId'] === 'string' ? value['operationId'] : title,
      method: method.toUpperCase(),
      path,
      pointer,
      summary: firstLine(value['summary'] ?? value['description'] ?? value['operationId'] ?? ''),
      parameters: withoutApiKeys(document, withoutPathQuery(path, parameters), security),
      requestBody: readRequestBody(document, appendTokens(pointer, 'requestBody')),
      responses,
      security,
      response: responsePicker(responses),
    };
  });
}

/** A description may be a page of Markdown. */
function firstLine(text: JsonValue): string {
  return String(text).trim().split('\n', 1)[0] ?? '';
}

/** OpenAPI 3.0.3, Responses Object: an exact code wins over a range, a range over `default`. */
function responsePicker(responses: readonly DocumentedResponse[]): Operation['response'] {
  const byKey = new Map<string, DocumentedResponse>();
  for (const response of responses.toReversed()) byKey.set(response.key.toUpperCase(), response);
  return (status) => byKey.get(String(status)) ?? byKey.get(`${Math.floor(status / 100)}XX`) ?? byKey.get('DEFAULT');
}

function readParameters(document: OpenApiDocument, ...owners: string[]): Parameter[] {
  const byName = new Map<string, Parameter>();
  for (const owner of owners) {
    const list = document.at(appendTokens(owner, 'parameters'));
    if (!Array.isArray(list)) continue;
    for (const index of list.keys()) {
      const parameter = readParameter(document, appendTokens(owner, 'parameters', index));
      if (parameter) byName.set(keyOf(parameter.in, parameter.name), parameter);
    }
  }
  return [...byName.values()];
}

/** A path with a query string, as in `/services?method=list`, fixes the values of its items. */
function withoutPathQuery(path: string, parameters: Parameter[]): Parameter[] {
  const fixed = new URLSearchParams(path.split('?', 2)[1] ?? '');
  return parameters.filter((parameter) => parameter.in !== 'query' || !fixed.has(parameter.name));
}

/** A parameter that is also an API key of the operation is a credential: its security scheme describes it. */
function withoutApiKeys(document: OpenApiDocument, parameters: Parameter[], security: string[][]): Parameter[] {
  const keys = new Set(security.flat().flatMap((name) => apiKeyOf(document, name) ?? []));
  return parameters.filter((parameter) => !keys.has(keyOf(parameter.in, parameter.name)));
}

function apiKeyOf(document: OpenApiDocument, scheme: string): string | undefined {
  const { value } = document.resolve(appendTokens('#/components/securitySchemes', scheme));
  return isObject(value) && value['type'] === 'apiKey' ? keyOf(value['in'], value['name']) : undefined;
}

/** Names of headers are case-insensitive (RFC 9110 section 5.1). */
function keyOf(location: unknown, name: unknown): string {
  return `${location} ${location === 'header' ? String(name).toLowerCase() : name}`;
}

function readParameter(document: OpenApiDocument, reference: string): Parameter | undefined {
  const { pointer, value } = document.object(reference);
  if (value['in'] === 'querystring') return readQueryString(document, pointer, value);
  const location = value['in'] as ParameterIn;
  const name = String(value['name']);
  if (location === 'header' && UNREAD_HEADERS.has(name.toLowerCase())) return undefined;
  const content = readContent(document, pointer)[0];
  const style = content ? 'content' : (readStyle(value['style']) ?? defaultStyle(location));
  const explode = typeof value['explode'] === 'boolean' ? value['explode'] : style === 'form';
  const schema = value['schema'] === undefined ? undefined : appendTokens(pointer, 'schema');
  const required = value['required'] === true || location === 'path';
  const isUndefined = !content && hasUndefinedSerialization(document, { schema, style, explode });
  if (isUndefined && !required) return undefined;
  return {
    name,
    in: location,
    required,
    style,
    explode,
    allowReserved: value['allowReserved'] === true,
    allowEmptyValue: value['allowEmptyValue'] === true,
    pointer,
    schema: content ? content.schema : isUndefined ? undefined : schema,
    mediaType: content?.type,
    examples: content ? content.examples : readExamples(document, pointer),
  };
}

/** `cookie` (OpenAPI 3.2, Style Values) is `form`, but for the encoding of characters that cookies seldom have. */
function readStyle(style: unknown): ParameterStyle | undefined {
  return style === 'cookie' ? 'form' : (style as ParameterStyle | undefined);
}

export function defaultStyle(location: ParameterIn): ParameterStyle {
  return location === 'query' || location === 'cookie' ? 'form' : 'simple';
}

function readRequestBody(document: OpenApiDocument, reference: string): RequestBody | undefined {
  if (document.at(reference) === undefined) return undefined;
  const { pointer, value } = document.object(reference);
  const content = readBodyContent(document, pointer);
  return { required: value['required'] === true && content.length > 0, pointer, content };
}

function readResponses(document: OpenApiDocument, reference: string): DocumentedResponse[] {
  const responses = document.at(reference);
  if (!isObject(responses)) return [];
  return Object.keys(responses)
    .filter((key) => FINAL_RESPONSE.test(key))
    .map((key) => {
      const { pointer } = document.object(appendTokens(reference, key));
      const content = BODILESS.test(key) ? [] : readResponseContent(document, pointer);
      return { key, pointer, content, headers: readHeaders(document, pointer) };
    });
}

/** Responses that end an exchange; those of 1xx only precede one (RFC 9110 section 15.2). */
export const FINAL_RESPONSE = /^([2-5]\d\d|[2-5][xX]{2}|default)$/;
/** A response with such a status has no body, whatever the document declares (RFC 9110 sections 15.3.5, 15.3.6, 15.4.5). */
const BODILESS = /^(204|205|304)$/;

function readHeaders(document: OpenApiDocument, owner: string): ResponseHeader[] {
  const headers = document.at(appendTokens(owner, 'headers'));
  if (!isObject(headers)) return [];
  return Object.keys(headers)
    .filter((name) => isFieldName(name) && name.toLowerCase() !== 'content-type')
    .map((name) => {
      const { pointer, value } = document.object(appendTokens(owner, 'headers', name));
      const [content] = readContent(document, pointer);
      const own = value['schema'] === undefined ? undefined : appendTokens(pointer, 'schema');
      return {
        name,
        required: value['required'] === true,
        style: content ? 'content' : 'simple',
        explode: value['explode'] === true,
        pointer,
        schema: content ? content.schema : own,
        mediaType: content?.type,
      };
    });
}

function readSecurity(value: unknown): string[][] {
  if (!Array.isArray(value)) return [];
  return value.filter((alternative) => isObject(alternative)).map((alternative) => Object.keys(alternative));
}
