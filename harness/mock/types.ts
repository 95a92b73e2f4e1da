import type { JsonValue, Operation } from '../core/model.ts';
import type { ReceivedRequest, RequestProblem } from '../core/received-request.ts';

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
  onResponse?(request: ReceivedRequest, judgement: RequestValidation, response: MockResponse): MockResponse;
}
