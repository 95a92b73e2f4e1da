import type { CaseResult } from '../../core/model.ts';
import type { BoundaryContext } from '../../generate/boundary/case-spec.ts';
import { type RequestSpec, requestMediaType } from '../../generate/requests/build-request.ts';
import type { SpecifiedCase } from '../../generate/requests/test-case.ts';
import { repeatPathParameters, validBody } from '../../generate/requests/valid-request.ts';
import { type Search, validCase } from './search.ts';

/**
 * The required parts with a small body: many documents forget to say that the body is required. That it may be absent is a
 * case of its own.
 */
export function requestWithBody({
  contract,
  unique,
  operation,
  requiredOnly,
}: BoundaryContext): RequestSpec | undefined {
  const type = requestMediaType(operation);
  if (!type || requiredOnly.body !== undefined) return undefined;
  const body = validBody(contract, unique, type, { direction: 'request', properties: 'required' });
  return body === undefined ? undefined : repeatPathParameters(contract, operation, { ...requiredOnly, body });
}

interface WithBody {
  readonly case: SpecifiedCase;
  readonly result: CaseResult;
}

/** Tries the required parts with a small body; undefined if they have one. */
export function* addBody(context: BoundaryContext, withBody: RequestSpec | undefined): Search<WithBody | undefined> {
  if (!withBody || context.requiredOnly.body !== undefined) return undefined;
  const testCase = validCase(context, withBody, 'valid request with a body');
  const result = yield testCase;
  return { case: testCase, result };
}
