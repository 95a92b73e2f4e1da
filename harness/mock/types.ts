import type { JsonValue, Operation } from '../core/model.ts';
import type { ReceivedRequest, RequestProblem } from '../core/received-request.ts';

/** Result of validating a request; without problems, it is accepted. */
export interface RequestValidation {
  /** Undefined if no operation has this method and path. */
  readonly operation: Operation | undefined;
  readonly problems: readonly RequestProblem[];
  /** The JSON body, if it is valid against its schema. */
  readonly body: JsonValue | undefined;
}

/** A response. The server adds length, date and CORS headers. */
export interface MockResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** Hooks to mutate the mock. Both see every exchange and may replace their last argument. */
export interface MockInterceptor {
  /** Called before the response is created. */
  onValidated?(request: ReceivedRequest, validation: RequestValidation): RequestValidation;
  /** Called before the response is sent. */
  onResponse?(request: ReceivedRequest, validation: RequestValidation, response: MockResponse): MockResponse;
}
