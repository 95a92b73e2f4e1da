import type { Contract } from '../openapi/contract.ts';
import type { Check } from '../core/model.ts';
import { bodySchema, jsonSyntax } from './body-conformance.ts';
import { delivery } from './delivery.ts';
import { exactness } from './exactness.ts';
import { example } from './example.ts';
import { responseHeaders } from './headers.ts';
import { mediaType } from './media-type.ts';
import { documentedStatus, intendedStatus, serverError } from './status.ts';

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
