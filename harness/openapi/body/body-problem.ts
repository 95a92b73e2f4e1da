import { formatBodyViolation, type ValidationError } from '../schema/messages.ts';

/** What is wrong with a request body that is not JSON. */
export interface BodyProblem {
  /** The response status that fits. */
  readonly status: number;
  readonly message: string;
  /** Pointer of the keyword, the property's schema or the media type that the body violates. */
  readonly pointer: string;
  /** JSON Pointer of the value in the body; undefined if the problem is about the whole of it. */
  readonly instancePath?: string;
}

/** The problem that a schema finds in the value of a body. */
export function schemaProblem(error: ValidationError): BodyProblem {
  return { status: 422, message: formatBodyViolation(error), pointer: error.pointer, instancePath: error.instancePath };
}
