import type { JsonValue } from './json/value.ts';

export type ParameterIn = 'path' | 'query' | 'header' | 'cookie';
export type ParameterStyle =
  | 'matrix'
  | 'label'
  | 'simple'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'content';

/** A parameter with its defaults filled in (OpenAPI 3.0.3, Parameter Object). */
export interface Parameter {
  readonly name: string;
  readonly in: ParameterIn;
  readonly required: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  /** Pointer of the Parameter Object. */
  readonly pointer: string;
  /** Pointer of its schema, or of its media type's schema if it is described by `content`. */
  readonly schema: string | undefined;
  /** The media type of a parameter that is described by `content`. */
  readonly mediaType: string | undefined;
  /** Values of `example` and `examples`. */
  readonly examples: readonly NamedExample[];
}

export interface NamedExample {
  readonly name: string;
  readonly value: JsonValue;
  readonly pointer: string;
}

/** How a body separates its items: WHATWG HTML 9.2, JSON Lines, RFC 7464, RFC 2046 section 5.1. */
export type StreamFormat = 'event-stream' | 'json-lines' | 'json-seq' | 'multipart';

/** What the items of a stream are (OpenAPI 3.2.0, Sequential Media Types). */
export interface StreamItems {
  readonly format: StreamFormat;
  /** Pointer of the schema of one item. */
  readonly schema: string | undefined;
  /** What that schema describes: each item, an event by its fields, or the JSON in the `data` of each event. */
  readonly describes: 'item' | 'data';
}

/** A body in XML, by the XML Object of its schema (OpenAPI 3.1.1, section 4.8.26). */
export interface XmlBody {
  write(value: JsonValue): string;
  /** Returns the value that a body stands for, or why it is no XML; undefined if nothing says what it stands for. */
  read(body: Uint8Array): { readonly value: JsonValue } | { readonly problem: string } | undefined;
}

/** A media type of a request or response (OpenAPI 3.0.3, Media Type Object). */
export interface MediaType {
  /** As declared, e.g. `application/json` or `image/*`. */
  readonly type: string;
  /** The range that the document declares, if this is JSON of one: most bodies of a type that it leaves open are JSON. */
  readonly range?: string;
  readonly pointer: string;
  /** Pointer of the schema of the whole body; undefined for a stream. */
  readonly schema: string | undefined;
  /** Present if the body is a stream of items. */
  readonly stream?: StreamItems;
  readonly examples: readonly NamedExample[];
  /** Present if the body is XML. */
  readonly xml?: XmlBody;
  /** How a form writes its fields, by name; empty for all other types. */
  readonly encodings: ReadonlyMap<string, FormEncoding>;
}

/** How a form writes one of its fields (OpenAPI 3.0.3, Encoding Object). */
export interface FormEncoding extends Pick<Parameter, 'explode' | 'allowReserved' | 'schema'> {
  /** Undefined if the document has neither style nor explode: the type of the value then decides. */
  readonly style: ParameterStyle | undefined;
  /** The media type of its parts, if the document has one. */
  readonly contentType: string | undefined;
  /** True if a string is the content of a file. */
  readonly isFile: boolean;
}

export interface RequestBody {
  readonly required: boolean;
  readonly pointer: string;
  readonly content: readonly MediaType[];
}

/** A response header with its defaults filled in (OpenAPI 3.0.3, Header Object). */
export interface ResponseHeader extends Pick<Parameter, 'name' | 'required' | 'explode' | 'pointer' | 'schema'> {
  readonly style: 'simple' | 'content';
  /** The media type of a header that is described by `content`. */
  readonly mediaType: string | undefined;
}

/** A documented response: `key` is `200`, `2XX` or `default`. */
export interface DocumentedResponse {
  readonly key: string;
  readonly pointer: string;
  readonly content: readonly MediaType[];
  readonly headers: readonly ResponseHeader[];
}

/** A method on a path. */
export interface Operation {
  /** `operationId`, or `METHOD /path`. */
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** Path template as in the document. */
  readonly path: string;
  /** Present if the path has a fragment without which these values tell the operation from others of its method and path. */
  readonly toldBy?: readonly (Pick<Parameter, 'in' | 'name'> & { readonly texts: readonly string[] })[];
  readonly pointer: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly DocumentedResponse[];
  /** Names of the required security schemes, one list for each alternative; empty if none are declared. */
  readonly security: readonly (readonly string[])[];
  /** Finds the documented response for a status: `200`, then `2XX`, then `default`. */
  response(status: number): DocumentedResponse | undefined;
}

/** True if the document lists a status by itself, not only within `4XX` or `default`. */
export function listsStatus({ responses }: Pick<Operation, 'responses'>, status: number): boolean {
  const key = String(status);
  return responses.some((response) => response.key === key);
}
