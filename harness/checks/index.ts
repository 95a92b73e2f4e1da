import type { Contract } from '../contract/contract.ts';
import type { Check } from '../model.ts';
import { bodySchema, jsonSyntax } from './body-conformance.ts';
import { delivery } from './delivery.ts';
import { exactness } from './exactness.ts';
import { example } from './example.ts';
import { responseHeaders } from './headers.ts';
import { mediaType } from './media-type.ts';
import { documentedStatus, intendedStatus, serverError } from './status.ts';

const ALL: readonly ((contract: Contract) => Check)[] = [
  delivery,
  documentedStatus,
  intendedStatus,
  serverError,
  mediaType,
  jsonSyntax,
  bodySchema,
  responseHeaders,
  exactness,
  example,
];

/** Every check, bound to a contract. */
export function createChecks(contract: Contract): readonly Check[] {
  return ALL.map((check) => check(contract));
}
