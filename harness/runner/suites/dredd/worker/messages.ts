/** What passes between the main thread and the thread that runs Dredd: plain data, fit for a structured clone. */
import type { TransportErrorKind } from '../../../../core/model.ts';
import type { Transport } from '../../../../http/transport.ts';

export interface DreddHeader {
  readonly name: string;
  readonly value: string;
}

/** HTTP status codes, both ends included: `201` is 201 to 201, `2XX` is 200 to 299, `default` what no other response covers. */
export interface StatusRange {
  readonly from: number;
  readonly to: number;
}

/** One request, with the answer that Dredd is to expect. */
export interface DreddTransaction {
  /** Unique within a run. */
  readonly id: string;
  readonly name: string;
  readonly method: string;
  /** Path and query below the endpoint, percent-encoded as sent. */
  readonly uri: string;
  /** Dredd keeps one value a name: of a repeated header the last is sent. It adds `User-Agent` and `Content-Length`. */
  readonly headers: readonly DreddHeader[];
  readonly body: string;
  readonly expected: DreddExpectation;
}

export interface DreddExpectation {
  /** The first that has the status of the answer says what it has to be; any of them is lawful. */
  readonly responses: readonly [DreddResponse, ...DreddResponse[]];
}

export interface DreddResponse {
  readonly statuses: StatusRange;
  /** Each must be present; of `Content-Type` the media type must be this one too, whatever its parameters. */
  readonly headers: readonly DreddHeader[];
  /**
   * A draft-07 JSON Schema in plain JSON with `$schema` set; undefined: any body is lawful.
   * Dredd judges bodies as doubles, with ajv 6, therefore:
   * - bounds beyond 2^53 are inclusive, `minimum` and `maximum`. Rounding keeps order, so a value within an inclusive bound is never
   *   refused (2^63-1 passes `maximum: 2 ** 63 - 1`); only values less than one rounding step outside are missed. `exclusiveMaximum: 2 ** 63`
   *   would refuse 2^63-1, a lawful int64;
   * - a `format` that ajv 6 does not know (`int64`, `byte`) makes the transaction an error.
   */
  readonly bodySchema: unknown;
}

/** All that one run of Dredd needs. */
export interface DreddPlan {
  /** Base URL of the service, with or without a path. */
  readonly endpoint: string;
  readonly transactions: readonly DreddTransaction[];
  /** The longest that one transaction may take, from connecting to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Sent with every transaction; takes the place of its header of the same name. */
  readonly headers: readonly DreddHeader[];
  readonly transport: Transport;
}

export interface DreddRealResponse {
  readonly statusCode: number;
  /** Names in lower case. */
  readonly headers: readonly DreddHeader[];
  /** The bytes as they came. */
  readonly body: Uint8Array;
}

/** A complaint of Dredd about one part of the answer, in its own words. */
export interface DreddFieldError {
  readonly field: 'statusCode' | 'headers' | 'body';
  readonly message: string;
  /** Present where the body does not fit its schema. */
  readonly violated?: ViolatedKeyword;
}

/** What a value does not keep. */
export interface ViolatedKeyword {
  readonly keyword: string;
  /** JSON Pointer of the value. */
  readonly path: string;
  /** The `$comment` of the schema that it stands in. */
  readonly pointer?: string;
  /** The member that is missing. */
  readonly property?: string;
}

export interface DreddResult {
  readonly id: string;
  /** `fail`: the answer is not the expected one, or the service took the request and gave no whole answer; `error`: could not ask, or not judge. */
  readonly status: 'pass' | 'fail' | 'error' | 'skip';
  /** Empty where there was no whole answer. */
  readonly errors: readonly DreddFieldError[];
  /** What prevented an answer. */
  readonly networkError?: TransportErrorKind;
  /** Why there are no complaints although the verdict is not `pass`. */
  readonly reason?: string;
  readonly actual?: DreddRealResponse;
  /** From sending to the verdict. */
  readonly durationMs: number;
}

/** What Dredd itself counted. */
export interface DreddStats {
  readonly tests: number;
  readonly passes: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

/** From the thread: each result as soon as it is known, then the end of the run. */
export type DreddMessage =
  | { readonly type: 'result'; readonly result: DreddResult }
  | { readonly type: 'end'; readonly stats: DreddStats };
