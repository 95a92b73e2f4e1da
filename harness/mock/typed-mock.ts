import type { JsonObject, JsonValue } from '../core/model.ts';
import type { HandlerRequest, MockHandler, OverrideResponse } from './control/overrides.ts';
import type { MockState } from './types.ts';

/** A document of which no types are known. */
export type UntypedApi = Readonly<Record<string, unknown>>;

type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';

/** `METHOD /path` of each operation; openapi-typescript has `put?: never` for those that a path lacks. */
type NamesInPaths<T> = {
  [P in keyof T & `/${string}`]: {
    [M in Method & keyof T[P]]: T[P][M] extends undefined ? never : `${Uppercase<M>} ${P}`;
  }[Method & keyof T[P]];
}[keyof T & `/${string}`];

/** What {@link Mock.use} takes for an operation: with the types `operations` its id, with `paths` its method and path. */
export type OperationName<T> = string extends keyof T
  ? string
  : Exclude<keyof T & string, `/${string}`> | NamesInPaths<T> | '*';

/** The generated type of an operation. @returns unknown for all together, and without types */
type OperationType<T, Name> = string extends keyof T
  ? unknown
  : Name extends `${infer M} ${infer P}`
    ? P extends keyof T
      ? Lowercase<M> extends keyof T[P]
        ? T[P][Lowercase<M>]
        : unknown
      : unknown
    : Name extends keyof T
      ? T[Name]
      : unknown;

type Values<T> = T[keyof T];
type BodyOf<R> = R extends { content: infer C } ? Values<C> : undefined;

/** Those of one place, such as `query`; absent places are `never`. */
type ParametersIn<P, Place extends string> = Place extends keyof P
  ? [NonNullable<P[Place]>] extends [never]
    ? unknown
    : NonNullable<P[Place]>
  : unknown;

type ParametersOf<O> = O extends { parameters: infer P }
  ? Readonly<ParametersIn<P, 'path'> & ParametersIn<P, 'query'> & ParametersIn<P, 'header'> & ParametersIn<P, 'cookie'>>
  : Readonly<Record<string, JsonValue>>;

type RequestBodyOf<O> = O extends { requestBody?: infer B }
  ? BodyOf<NonNullable<B>> | undefined
  : JsonValue | undefined;

/** The request of a handler; parameters and body are as the document has them if there are no problems. */
export interface TypedRequest<O> extends Omit<HandlerRequest, 'parameters' | 'body'> {
  readonly parameters: ParametersOf<O>;
  readonly body: RequestBodyOf<O>;
}

type ResponseParts = Omit<OverrideResponse, 'status' | 'body'>;

/** A documented status with its body. A range, and `default`, may be any status. */
type DocumentedOverride<R> = Values<{
  [S in keyof R]: ResponseParts & {
    readonly status: S extends number ? S : number;
    readonly body?: BodyOf<R[S]> | Uint8Array | undefined;
  };
}>;

/** The document's own success status, with one of its bodies. */
type SuccessOverride<R> = ResponseParts & {
  readonly status?: undefined;
  readonly body?: Values<{ [S in keyof R]: `${S & (string | number)}` extends `2${string}` ? BodyOf<R[S]> : never }>;
};

/** A status that the document need not have, with the body that the mock makes up. */
type OtherOverride = ResponseParts & { readonly status: number; readonly body?: undefined };

export type TypedResponse<O> = O extends { responses: infer R }
  ? DocumentedOverride<R> | SuccessOverride<R> | OtherOverride
  : OverrideResponse;

type TypedHandler<O> = (
  request: TypedRequest<O>,
) => TypedResponse<O> | undefined | Promise<TypedResponse<O> | undefined>;

/** What responds in place of an operation. */
export type Respond<T, Name> =
  unknown extends OperationType<T, Name>
    ? OverrideResponse | MockHandler
    : TypedResponse<OperationType<T, Name>> | TypedHandler<OperationType<T, Name>>;

/** The records, of types that the caller names: `state.list<Book>('book')`. */
export interface TypedState extends Omit<MockState, 'list' | 'add'> {
  /** Returns the records of a type. @throws {InputError} for an unknown type */
  list<R extends object = JsonObject>(type: string): Promise<R[]>;
  /** Adds a record, and returns it with what the mock sets. @throws {InputError} for an unknown type */
  add<R extends object = JsonObject>(type: string, record: Partial<R>): Promise<R>;
}
