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
  /** Pointer of its schema; with `content`, of that media type's schema. Absent where it has none. */
  readonly schema: string | undefined;
  /** The media type, where the parameter is described by `content`. */
  readonly mediaType: string | undefined;
  /** Values of `example` and `examples`. */
  readonly examples: readonly NamedExample[];
}

export interface NamedExample {
  readonly name: string;
  readonly value: JsonValue;
  readonly pointer: string;
}

/** A media type of a request or response (OpenAPI 3.0.3, Media Type Object). */
export interface MediaType {
  /** As declared, e.g. `application/json` or `image/*`. */
  readonly type: string;
  readonly pointer: string;
  readonly schema: string | undefined;
  readonly examples: readonly NamedExample[];
  /** How a form writes its members, by their names; empty for all other types. */
  readonly encodings: ReadonlyMap<string, FormEncoding>;
}

/** How a form writes one of its members (OpenAPI 3.0.3, Encoding Object). */
export interface FormEncoding extends Pick<Parameter, 'explode' | 'allowReserved' | 'schema'> {
  /** Undefined where the document gives neither style nor explode: the value alone then says how it is written. */
  readonly style: ParameterStyle | undefined;
  /** The media type of its parts, where the document gives one. */
  readonly contentType: string | undefined;
  /** True where a text is the content of a file. */
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
  /** The media type, where the header is described by `content`. */
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
  readonly pointer: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly DocumentedResponse[];
  /** Names of required security schemes; each inner list is one alternative. Empty: none declared. */
  readonly security: readonly (readonly string[])[];
  /** Picks `200`, then `2XX`, then `default`. */
  response(status: number): DocumentedResponse | undefined;
}
