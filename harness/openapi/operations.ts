import type { OpenAPIV3 } from 'openapi-types';
import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type {
  DocumentedResponse,
  MediaType,
  NamedExample,
  Operation,
  Parameter,
  ParameterIn,
  ParameterStyle,
  RequestBody,
  ResponseHeader,
} from '../core/model.ts';
import { readEncodings } from './body/encoding.ts';
import type { OpenApiDocument } from './document.ts';

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
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/** Reads every operation of the document, in order. */
export function readOperations(document: OpenApiDocument): Operation[] {
  const paths = document.root['paths'];
  if (!isObject(paths)) return [];
  return Object.keys(paths)
    .filter((path) => path.startsWith('/'))
    .flatMap((path) => readPathItem(document, path));
}

function readPathItem(document: OpenApiDocument, path: string): Operation[] {
  const item = document.object(appendTokens('#/paths', path));
  return METHODS.filter((method) => isObject(item.value[method])).map((method) => {
    // A $ref in place of an operation is not in the specification, but documents that are split by operation have it.
    const { pointer, value } = document.object(appendTokens(item.pointer, method));
    const title = `${method.toUpperCase()} ${path}`;
    const responses = readResponses(document, appendTokens(pointer, 'responses'));
    return {
      id: typeof value['operationId'] === 'string' ? value['operationId'] : title,
      method: method.toUpperCase(),
      path,
      pointer,
      summary: String(value['summary'] ?? value['description'] ?? title),
      parameters: readParameters(document, item.pointer, pointer),
      requestBody: readRequestBody(document, appendTokens(pointer, 'requestBody')),
      responses,
      security: readSecurity(value['security'] ?? document.root['security']),
      response: (status) => pickResponse(responses, status),
    };
  });
}

/** OpenAPI 3.0.3, Responses Object: an exact code wins over a range, a range over `default`. */
function pickResponse(responses: readonly DocumentedResponse[], status: number): DocumentedResponse | undefined {
  const byKey = (key: string) => responses.find((response) => response.key.toUpperCase() === key);
  return byKey(String(status)) ?? byKey(`${Math.floor(status / 100)}XX`) ?? byKey('DEFAULT');
}

function readParameters(document: OpenApiDocument, ...owners: string[]): Parameter[] {
  const byName = new Map<string, Parameter>();
  for (const owner of owners) {
    const list = document.at(appendTokens(owner, 'parameters'));
    if (!Array.isArray(list)) continue;
    for (const index of list.keys()) {
      const parameter = readParameter(document, appendTokens(owner, 'parameters', index));
      if (parameter) byName.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...byName.values()];
}

function readParameter(document: OpenApiDocument, reference: string): Parameter | undefined {
  const { pointer, value } = document.object(reference);
  const location = value['in'] as ParameterIn;
  const name = String(value['name']);
  if (location === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) return undefined;
  const content = readContent(document, pointer)[0];
  const style = content ? 'content' : ((value['style'] as ParameterStyle | undefined) ?? defaultStyle(location));
  return {
    name,
    in: location,
    required: value['required'] === true || location === 'path',
    style,
    explode: typeof value['explode'] === 'boolean' ? value['explode'] : style === 'form',
    allowReserved: value['allowReserved'] === true,
    allowEmptyValue: value['allowEmptyValue'] === true,
    pointer,
    schema: content ? content.schema : value['schema'] === undefined ? undefined : appendTokens(pointer, 'schema'),
    mediaType: content?.type,
    examples: content ? content.examples : readExamples(document, pointer),
  };
}

function defaultStyle(location: ParameterIn): ParameterStyle {
  return location === 'query' || location === 'cookie' ? 'form' : 'simple';
}

function readRequestBody(document: OpenApiDocument, reference: string): RequestBody | undefined {
  if (document.at(reference) === undefined) return undefined;
  const { pointer, value } = document.object(reference);
  return { required: value['required'] === true, pointer, content: readContent(document, pointer) };
}

function readResponses(document: OpenApiDocument, reference: string): DocumentedResponse[] {
  const responses = document.at(reference);
  if (!isObject(responses)) return [];
  return Object.keys(responses)
    .filter((key) => /^([1-5]\d\d|[1-5][xX]{2}|default)$/.test(key))
    .map((key) => {
      const { pointer } = document.object(appendTokens(reference, key));
      const content = BODILESS.test(key) ? [] : readContent(document, pointer);
      return { key, pointer, content, headers: readHeaders(document, pointer) };
    });
}

/** A response with such a status has no body, whatever the document declares (RFC 9110 sections 15.2, 15.3.5, 15.3.6, 15.4.5). */
const BODILESS = /^(1..|204|205|304)$/;

function readHeaders(document: OpenApiDocument, owner: string): ResponseHeader[] {
  const headers = document.at(appendTokens(owner, 'headers'));
  if (!isObject(headers)) return [];
  return Object.keys(headers)
    .filter((name) => name.toLowerCase() !== 'content-type')
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

function readContent(document: OpenApiDocument, owner: string): MediaType[] {
  const content = document.at(appendTokens(owner, 'content'));
  if (!isObject(content)) return [];
  return Object.keys(content).map((type) => {
    const { pointer, value } = document.object(appendTokens(owner, 'content', type));
    const schema = value['schema'] === undefined ? undefined : appendTokens(pointer, 'schema');
    const encodings = readEncodings(document, { type, pointer, schema });
    return { type, pointer, schema, examples: readExamples(document, pointer), encodings };
  });
}

/** Reads `example` and `examples` of a media type, parameter or header, through every `$ref`. */
export function readExamples(document: OpenApiDocument, owner: string): NamedExample[] {
  const holder = document.at(owner);
  if (!isObject(holder)) return [];
  const single = holder['example'];
  const named = holder['examples'];
  const examples: NamedExample[] = [];
  if (single !== undefined) examples.push({ name: 'example', value: single, pointer: appendTokens(owner, 'example') });
  if (!isObject(named)) return examples;
  for (const name of Object.keys(named)) {
    const { pointer, value } = document.object(appendTokens(owner, 'examples', name));
    if (value['value'] !== undefined)
      examples.push({ name, value: value['value'], pointer: appendTokens(pointer, 'value') });
  }
  return examples;
}

function readSecurity(value: unknown): string[][] {
  if (!Array.isArray(value)) return [];
  return value.filter((alternative) => isObject(alternative)).map((alternative) => Object.keys(alternative));
}
