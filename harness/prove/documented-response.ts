import type { DocumentedResponse, JsonValue, MediaType } from '../core/model.ts';
import type { MockResponse } from '../mock/types.ts';

export type ModelResponse = MockResponse;

/** A documented response as a service gives it. */
export interface ResponseUnderTest {
  readonly spec: DocumentedResponse;
  /** Whether it answers accepted requests, or refused ones. */
  readonly disposition: 'accepted' | 'rejected';
  readonly response: ModelResponse;
  /** The media type of the answer, where it is JSON that a schema describes. */
  readonly json: (MediaType & { readonly schema: string }) | undefined;
  /** The body as a value, where it is JSON. */
  readonly body: JsonValue | undefined;
}
