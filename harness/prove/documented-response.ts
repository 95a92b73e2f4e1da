import type { MockAnswer } from '../mock/types.ts';
import type { Json, MediaType, ResponseSpec } from '../core/model.ts';

export type ModelAnswer = MockAnswer;

/** A documented response as a service gives it. */
export interface Documented {
  readonly spec: ResponseSpec;
  /** Whether it answers accepted requests, or refused ones. */
  readonly effect: 'accepted' | 'refused';
  readonly answer: ModelAnswer;
  /** The media type of the answer, where it is JSON that a schema describes. */
  readonly json: (MediaType & { readonly schema: string }) | undefined;
  /** The body as a value, where it is JSON. */
  readonly body: Json | undefined;
}
