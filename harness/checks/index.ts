import type { Check } from '../core/model.ts';
import type { Contract } from '../openapi/contract.ts';
import { contentType } from './content-type.ts';
import { expectedResponse } from './expected-response.ts';
import { completeResponse } from './http-message.ts';
import { losslessValues } from './lossless-values.ts';
import { jsonSyntax, responseSchema } from './response-body.ts';
import { responseHeaders } from './response-headers.ts';
import { documentedStatusCode, expectedOutcome, lenientParsing, serverError } from './status-code.ts';

/** By their ids. */
const CHECKS: Readonly<Record<string, (contract: Contract) => Check>> = {
  'complete-response': completeResponse,
  'status-code': documentedStatusCode,
  'expected-outcome': expectedOutcome,
  'lenient-parsing': lenientParsing,
  'server-error': serverError,
  'content-type': contentType,
  'json-syntax': jsonSyntax,
  'response-schema': responseSchema,
  'response-headers': responseHeaders,
  'lossless-values': losslessValues,
  'expected-response': expectedResponse,
};

/** Every id that a finding may name; what Dredd finds goes by one of its own. */
export const CHECK_IDS: readonly string[] = [...Object.keys(CHECKS), 'dredd'];

/** Every check, bound to a contract. */
export function createChecks(contract: Contract): readonly Check[] {
  return Object.values(CHECKS).map((check) => check(contract));
}
