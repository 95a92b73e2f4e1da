import type { Contract } from '../openapi/contract.ts';
import type { Check } from '../core/model.ts';
import { bodySchema, jsonSyntax } from './response-body.ts';
import { delivery } from './http-message.ts';
import { exactness } from './lossless-values.ts';
import { example } from './expected-response.ts';
import { responseHeaders } from './response-headers.ts';
import { mediaType } from './content-type.ts';
import { documentedStatus, intendedStatus, serverError } from './status-code.ts';

/** By their ids. */
const CHECKS: Readonly<Record<string, (contract: Contract) => Check>> = {
  delivery,
  'documented-status': documentedStatus,
  'intended-status': intendedStatus,
  'server-error': serverError,
  'media-type': mediaType,
  'json-syntax': jsonSyntax,
  'body-schema': bodySchema,
  'response-headers': responseHeaders,
  exactness,
  example,
};

/** Every id that a finding may name; what Dredd finds goes by one of its own. */
export const CHECK_IDS: readonly string[] = [...Object.keys(CHECKS), 'dredd'];

/** Every check, bound to a contract. */
export function createChecks(contract: Contract): readonly Check[] {
  return Object.values(CHECKS).map((check) => check(contract));
}
