import type { JsonValue, Operation } from '../core/model.ts';

/** A request as the mock received it, whole. */
export interface ReceivedRequest {
  /** As sent; methods are case-sensitive (RFC 9110 section 9.1). */
  readonly method: string;
  /** Request target as sent. */
  readonly target: string;
  /** Of the target; still percent-encoded. */
  readonly path: string;
  /** Of the target, without `?`; still percent-encoded. */
  readonly query: string;
  /** By lower-case name, as node:http joins repeated ones. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Empty where none was sent. */
  readonly body: Uint8Array;
}

/** One thing that is wrong with a request, in a frontend developer's words. */
export interface RequestProblem {
  /** The HTTP status that fits it. */
  readonly status: number;
  readonly message: string;
  /** Headers that such a status asks for, e.g. Allow (RFC 9110 section 15.5.6). */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/** What the mock finds about a request before it answers; no problems: the request is accepted. */
export interface RequestValidation {
  /** Undefined where no operation is at this method and path. */
  readonly operation: Operation | undefined;
  readonly problems: readonly RequestProblem[];
  /** The JSON body, where it was read and keeps its schema. */
  readonly body: JsonValue | undefined;
}

/** What goes back. A length, a date and CORS headers are added on the way. */
export interface MockResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** A seam to break the mock on purpose: both see every exchange, and either may replace what it is given. */
export interface MockInterceptor {
  /** Before the answer is made: other problems, or none. */
  onValidated?(request: ReceivedRequest, judgement: RequestValidation): RequestValidation;
  /** After it is made. */
  onResponse?(request: ReceivedRequest, judgement: RequestValidation, answer: MockResponse): MockResponse;
}
