import { isResponse } from '../core/http-response.ts';
import type { CaseResult, Exchange, Finding } from '../core/model.ts';

/** A body so large that a rejection before its end cannot be told from a dropped connection (RFC 9112 section 9.6). */
const AMBIGUOUS_RESET_BODY_BYTES = 512 * 1024;

/** What a request target may consist of (RFC 3986 section 3.4, RFC 9112 section 3.2). */
const REQUEST_TARGET = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*$/i;

/** Why an exchange proves nothing, and what that depends on, if it is not final. */
export interface InconclusiveReason {
  readonly kind?: CaseResult['inconclusive'];
  readonly text: string;
}

/** Why an exchange proves nothing; undefined if it does. A response that violates the contract always does. */
export function inconclusiveReason(
  { case: testCase, response }: Exchange,
  failures: readonly Finding[],
): InconclusiveReason | undefined {
  if (!isResponse(response)) {
    if (response.kind === 'aborted') return { text: response.detail };
    const isLarge = (testCase.request.body?.length ?? 0) > AMBIGUOUS_RESET_BODY_BYTES;
    if (!isLarge || response.kind !== 'reset') return undefined;
    return { text: 'the connection was closed while a large body was sent' };
  }
  const { status } = response;
  if (failures.length > 0 && status === 400 && !REQUEST_TARGET.test(testCase.request.path))
    return { text: 'the request target is not a URI, which a server may reject before the service sees it (400)' };
  if (failures.some(({ check }) => check !== 'expected-outcome')) return undefined;
  if (status === 429) return { text: RATE_LIMITED };
  if (testCase.expectation !== 'accept') return undefined;
  if (status === 409 && testCase.uniqueFieldUnderTest) return { text: CONFLICT };
  return status === 401 || status === 403 ? credentialsReason(status) : undefined;
}

export const RATE_LIMITED = 'rate limited (429)';
export const CONFLICT = 'conflict: the value already exists (409)';

export function credentialsReason(status: 401 | 403): InconclusiveReason {
  const text = `authentication required (${status}): pass --header 'Authorization: …'`;
  return { kind: 'credentials', text };
}
