import { getOwn, setProperty } from '../../core/json/index.ts';
import { appendTokens, getAt, parsePointer, replaceAt } from '../../core/json/pointer.ts';
import type { HttpRequest, JsonValue, MediaType, Operation, Parameter, ParameterIn } from '../../core/model.ts';
import { concreteMediaType } from '../../openapi/body/concrete-media-type.ts';
import { serializeBody } from '../../openapi/body/write-body.ts';
import { withoutFragment } from '../../openapi/fragments.ts';
import { isJsonType, isMediaRange, matchMediaType } from '../../openapi/media-type.ts';
import {
  encodePathLiteral,
  percentEncode,
  serializeHeader,
  serializePathParameter,
  serializePrimitive,
  serializeQueryOrCookie,
} from '../../openapi/parameters/serialize.ts';

/** A request before serialization: parameters by name, the body as a value. */
export interface RequestSpec {
  readonly parameters: Readonly<Record<ParameterIn, Readonly<Record<string, JsonValue>>>>;
  /** The raw query string, instead of the query parameters. */
  readonly rawQuery?: string;
  /** Undeclared headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
  /** Serializes `body` if its bytes matter. */
  readonly encode?: (body: JsonValue) => Uint8Array;
  /** The raw body, instead of `body`. */
  readonly bytes?: Uint8Array;
  /** Instead of the operation's own; the empty string sends none. */
  readonly contentType?: string;
}

export const emptyRequestSpec: RequestSpec = { parameters: { path: {}, query: {}, header: {}, cookie: {} } };

/** Returns the value of a parameter; undefined if the request has none. */
export function getParameter(
  { parameters }: RequestSpec,
  { in: location, name }: Pick<Parameter, 'in' | 'name'>,
): JsonValue | undefined {
  return getOwn(parameters[location], name);
}

/** Sets a parameter, or removes it if `value` is undefined. */
export function withParameter(
  spec: RequestSpec,
  { in: place, name }: Pick<Parameter, 'in' | 'name'>,
  value: JsonValue | undefined,
): RequestSpec {
  const changed: Record<string, JsonValue> = { ...spec.parameters[place] };
  if (value === undefined) Reflect.deleteProperty(changed, name);
  else setProperty(changed, name, value);
  return { ...spec, parameters: { ...spec.parameters, [place]: changed } };
}

/** A part of a request: a parameter by its name, or a place in the body by its JSON Pointer. */
export interface RequestPart {
  readonly in: ParameterIn | 'body';
  readonly at: string;
}

/** Returns the value of a part; undefined if the request has none. */
export function getPart(spec: RequestSpec, { in: place, at }: RequestPart): JsonValue | undefined {
  if (place !== 'body') return getParameter(spec, { in: place, name: at });
  return spec.body === undefined ? undefined : getAt(spec.body, at);
}

/** Sets a parameter, or a property of the body, whose object is made if there is none. */
export function withPart(spec: RequestSpec, { in: place, at }: RequestPart, value: JsonValue): RequestSpec {
  if (place !== 'body') return withParameter(spec, { in: place, name: at }, value);
  return { ...spec, body: replaceAt(withParents(spec.body ?? {}, parsePointer(at)), at, value) };
}

function withParents(body: JsonValue, tokens: readonly string[]): JsonValue {
  const parents = tokens.slice(0, -1).map((_, index) => appendTokens('', ...tokens.slice(0, index + 1)));
  return parents.reduce((made, at) => (getAt(made, at) === undefined ? replaceAt(made, at, {}) : made), body);
}

/** Serializes a request: parameters in their declared style, the body in its media type. */
export function buildRequest(operation: Operation, spec: RequestSpec): HttpRequest {
  const declared = (place: ParameterIn) => operation.parameters.filter((parameter) => parameter.in === place);
  const query = spec.rawQuery ?? queryString(declared('query'), spec.parameters.query);
  const path = fillPath(pathTemplate(operation, spec), declared('path'), spec.parameters.path);
  const { bytes: body, contentType } = encodeBody(operation, spec);
  const cookie = queryString(declared('cookie'), spec.parameters.cookie).replaceAll('&', '; ');
  const headers: [string, string][] = [['accept', acceptedTypes(operation)]];
  if (contentType !== '') headers.push(['content-type', contentType]);
  if (cookie !== '') headers.push(['cookie', cookie]);
  for (const [name, value] of Object.entries(spec.parameters.header)) {
    const parameter = declared('header').find((each) => each.name.toLowerCase() === name.toLowerCase());
    headers.push([name, serializeHeader(parameter ?? { style: 'simple', explode: false }, value)]);
  }
  for (const [name, value] of Object.entries(spec.headers ?? {})) setHeader(headers, name, value);
  return {
    method: operation.method,
    path: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers,
    body,
  };
}

/** Without its fragment, unless it would then be a request of another operation. */
function pathTemplate({ path, toldBy }: Operation, spec: RequestSpec): string {
  const isTold = toldBy?.every(({ texts, ...parameter }) => {
    const value = spec.rawQuery === undefined || parameter.in !== 'query' ? getParameter(spec, parameter) : undefined;
    return typeof value === 'string' && texts.includes(value);
  });
  return isTold ? withoutFragment(path) : path;
}

/** Returns the media type in which a body is sent, preferably JSON, and no range. */
export function requestMediaType(operation: Operation): MediaType | undefined {
  const content = operation.requestBody?.content ?? [];
  const json = content.filter(({ type }) => isJsonType(type));
  return json.find(({ type }) => !isMediaRange(type)) ?? json[0] ?? content[0];
}

function queryString(declared: readonly Parameter[], values: Readonly<Record<string, JsonValue>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const parameter = declared.find((each) => each.name === name);
      return parameter
        ? serializeQueryOrCookie(parameter, value)
        : `${percentEncode(name)}=${percentEncode(serializePrimitive(value))}`;
    })
    .filter((pairs) => pairs !== '')
    .join('&');
}

function fillPath(
  template: string,
  declared: readonly Parameter[],
  values: Readonly<Record<string, JsonValue>>,
): string {
  return template
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      if (!/^\{[^{}]+\}$/.test(part)) return encodePathLiteral(part);
      const parameter = declared.find(({ name }) => name === part.slice(1, -1));
      const value = getOwn(values, part.slice(1, -1));
      return parameter && value !== undefined ? serializePathParameter(parameter, value) : percentEncode(part);
    })
    .join('');
}

/** Returns the documented response media types, so that content negotiation selects one of them (RFC 9110 section 12.5.1). */
function acceptedTypes(operation: Operation): string {
  const types = operation.responses.flatMap(({ content }) => content.map(({ type }) => acceptedType(type)));
  return [...new Set(types)].join(', ') || '*/*';
}

/** Returns the documented response media types with JSON before all others, for whoever reads the body. */
export function acceptJsonFirst(operation: Operation): string {
  const types = acceptedTypes(operation).split(', ');
  const json = types.filter(isJsonType);
  if (json.length === 0 || json.length === types.length) return types.join(', ');
  const others = types.filter((type) => !isJsonType(type)).map((type) => `${type};q=0.5`);
  return [...json, ...others].join(', ');
}

/** Accept knows `type/*` and no other range. */
export function acceptedType(type: string): string {
  return type.includes('*+') ? concreteMediaType(type) : type;
}

/** Returns the body and its content type, the empty string for none. */
function encodeBody(operation: Operation, spec: RequestSpec): { bytes: Uint8Array | undefined; contentType: string } {
  const own = requestMediaType(operation)?.type ?? 'application/json';
  const { body, bytes, encode } = spec;
  const testCase = spec.contentType === undefined ? undefined : concreteMediaType(spec.contentType);
  if (bytes) return { bytes, contentType: testCase ?? concreteMediaType(own) };
  if (body === undefined) return { bytes, contentType: testCase ?? '' };
  if (encode) return { bytes: encode(body), contentType: testCase ?? concreteMediaType(own) };
  const type = testCase || concreteMediaType(own);
  const declared = matchMediaType(operation.requestBody?.content ?? [], type);
  const written = serializeBody(body, type, declared);
  return { bytes: written.bytes, contentType: testCase === '' ? '' : written.contentType };
}

function setHeader(headers: [string, string][], name: string, value: string): void {
  const index = headers.findIndex(([each]) => each.toLowerCase() === name.toLowerCase());
  if (index === -1) headers.push([name, value]);
  else headers[index] = [name, value];
}
