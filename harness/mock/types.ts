import type { JsonObject, JsonValue, Operation } from '../core/model.ts';
import type { ReceivedRequest, RequestProblem } from '../core/received-request.ts';

/** Result of validating a request; without problems, it is accepted. */
export interface RequestValidation {
  /** Undefined if no operation has this method and path. */
  readonly operation: Operation | undefined;
  readonly problems: readonly RequestProblem[];
  /** The JSON body, if it is valid against its schema. */
  readonly body: JsonValue | undefined;
  /** The fields of a form, if they are valid. */
  readonly form?: JsonObject | undefined;
}

/** A response. The server adds length, date and CORS headers. */
export interface MockResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Of a stream without an end, its beginning. */
  readonly body: Uint8Array;
  /** Present if the body is sent item by item. */
  readonly stream?: MockStream;
  /** Ends the connection instead, or resets it (RFC 9293 section 3.5). */
  readonly abort?: boolean | 'reset';
}

/** A body that is sent in pieces. */
export interface MockStream {
  readonly chunks: Iterable<Uint8Array>;
  /** Waits between two pieces. */
  pause(): Promise<void>;
}

/** Hooks to mutate the mock. Both see every exchange and may replace their last argument. */
export interface MockInterceptor {
  /** Called before the response is created. */
  onValidated?(request: ReceivedRequest, validation: RequestValidation): RequestValidation;
  /** Called before the response is sent. */
  onResponse?(request: ReceivedRequest, validation: RequestValidation, response: MockResponse): MockResponse;
}

/** The first records of a mock: an array for each resource type, by its name in `contract show`. */
export type SeedData = JsonObject;

/** The records that a mock keeps, by the names of their resource types in `contract show`. */
export interface MockState {
  /** Returns the records of all types. */
  all(): Promise<JsonObject>;
  /** Returns the records of a type. @throws {InputError} for an unknown type */
  list(type: string): Promise<JsonObject[]>;
  /** Adds a record, and returns it with what the mock sets. @throws {InputError} for an unknown type */
  add(type: string, record: JsonObject): Promise<JsonObject>;
  /** Replaces all records of the types that are given. @throws {InputError} for an unknown type, or what is no list of records */
  replace(records: JsonObject): Promise<void>;
  /** Forgets what was created, changed and deleted: the first records are there again. */
  reset(): void;
}
