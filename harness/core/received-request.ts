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
