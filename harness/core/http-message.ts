/** A request ready to be sent; the client adds only `host`, `connection` and a content length. */
export interface HttpRequest {
  readonly method: string;
  /** Request target below the base URL: percent-encoded path and query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

/** A response as received: its bytes before any decoding. */
export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  /** In the order and case in which they were sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Number of bytes cut off the body, which is kept as evidence only; absent if it is complete. */
  readonly truncatedBytes?: number;
  /** Which limit ended the reading of a stream that may have no end; absent if the body was read to its end. */
  readonly streamLimit?: 'items' | 'bytes' | 'time' | undefined;
  /** False if the message ended before its declared end (RFC 9112 section 8). */
  readonly complete: boolean;
  readonly durationMs: number;
  /** Whether the connection had carried a request before, and the reset of such a connection after which the request was resent. */
  readonly connection?: { readonly reused: boolean; readonly reset?: TransportError };
}

export type TransportErrorKind =
  | 'connect'
  | 'reset'
  | 'timeout'
  | 'truncated'
  | 'malformed'
  | 'too-large'
  | 'cross-talk'
  | 'aborted'
  /** HTTP has no such message: it was not sent. */
  | 'unsendable';

/** No usable response: what happened instead. */
export interface TransportError {
  readonly kind: TransportErrorKind;
  readonly detail: string;
  readonly durationMs: number;
  /** The part of the response that had arrived. */
  readonly partial?: HttpResponse;
}
