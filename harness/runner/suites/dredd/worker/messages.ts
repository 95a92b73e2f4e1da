/** Messages between the main thread and the Dredd worker: plain data that structured cloning can copy. */
import type { TransportErrorKind } from '../../../../core/model.ts';
import type { Transport } from '../../../../http/transport.ts';

export interface DreddHeader {
  readonly name: string;
  readonly value: string;
}

/** Inclusive range of status codes: `201` is 201 to 201, `2XX` is 200 to 299, `default` what no other response covers. */
export interface StatusRange {
  readonly from: number;
  readonly to: number;
}

/** One request with the response that Dredd expects. */
export interface DreddTransaction {
  /** Unique within a run. */
  readonly id: string;
  readonly name: string;
  readonly method: string;
  /** Path and query below the endpoint, percent-encoded as sent. */
  readonly uri: string;
  /** Dredd sends the last value of a repeated header, and adds `User-Agent` and `Content-Length`. */
  readonly headers: readonly DreddHeader[];
  readonly body: string;
  readonly expected: DreddExpectation;
}

export interface DreddExpectation {
  /** The response must match the first of these with its status. */
  readonly responses: readonly [DreddResponse, ...DreddResponse[]];
}

export interface DreddResponse {
  readonly statuses: StatusRange;
  /** Each must be present; the media type of `Content-Type` must match, whatever its parameters. */
  readonly headers: readonly DreddHeader[];
  /**
   * A draft-07 JSON Schema in plain JSON with `$schema` set; undefined: any body conforms. Dredd validates bodies as
   * doubles, with ajv 6, therefore:
   * - bounds beyond 2^53 are inclusive (`minimum`, `maximum`): rounding keeps order, so a value within an inclusive bound is
   *   never rejected; values less than one rounding step outside are missed. `exclusiveMaximum: 2 ** 63` would reject
   *   2^63-1, a valid int64;
   * - a `format` that ajv 6 does not know (`int64`, `byte`) makes the transaction an error.
   */
  readonly bodySchema: unknown;
}

/** The input of one run of Dredd. */
export interface DreddPlan {
  /** Base URL of the service, with or without a path. */
  readonly endpoint: string;
  readonly transactions: readonly DreddTransaction[];
  /** Timeout of a transaction, from connecting to the last byte of the response. */
  readonly timeoutMs: number;
  /** Sent with every transaction; overrides its header of the same name. */
  readonly headers: readonly DreddHeader[];
  readonly transport: Transport;
}

export interface DreddRealResponse {
  readonly statusCode: number;
  /** Names in lower case. */
  readonly headers: readonly DreddHeader[];
  /** The bytes as received. */
  readonly body: Uint8Array;
}

/** A mismatch that Dredd reports for one part of the response, in its own words. */
export interface DreddFieldError {
  readonly field: 'statusCode' | 'headers' | 'body';
  readonly message: string;
  /** Present if the body violates its schema. */
  readonly violated?: ViolatedKeyword;
}

/** The keyword that a value violates. */
export interface ViolatedKeyword {
  readonly keyword: string;
  /** JSON Pointer of the value. */
  readonly path: string;
  /** The `$comment` of the schema with the keyword. */
  readonly pointer?: string;
  /** The missing property. */
  readonly property?: string;
}

export interface DreddResult {
  readonly id: string;
  /** `fail`: unexpected or incomplete response; `error`: not sent, or not validated. */
  readonly status: 'pass' | 'fail' | 'error' | 'skip';
  /** Empty if there was no complete response. */
  readonly errors: readonly DreddFieldError[];
  /** Why there is no response. */
  readonly networkError?: TransportErrorKind;
  /** Why there are no errors although the status is not `pass`. */
  readonly reason?: string;
  readonly actual?: DreddRealResponse;
  /** From sending to the result. */
  readonly durationMs: number;
}

/** Counts by Dredd itself. */
export interface DreddStats {
  readonly tests: number;
  readonly passes: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

/** From the worker: each result as soon as it is known, then the end of the run. */
export type DreddMessage =
  | { readonly type: 'result'; readonly result: DreddResult }
  | { readonly type: 'end'; readonly stats: DreddStats };
