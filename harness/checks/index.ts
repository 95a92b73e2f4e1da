import { EXCHANGE_CHECKS, type ExchangeCheckId } from '../core/check-ids.ts';
import type { Check, CheckRole, Finding } from '../core/model.ts';
import type { Contract } from '../openapi/contract.ts';
import type { ResponseCheck } from './check.ts';
import { contentType } from './content-type.ts';
import { expectedResponse } from './expected-response.ts';
import { completeResponse } from './http-message.ts';
import { losslessValues } from './lossless-values.ts';
import { jsonSyntax, responseSchema } from './response-body.ts';
import { responseHeaders } from './response-headers.ts';
import { documentedStatusCode, expectedOutcome, lenientParsing, serverError } from './status-code.ts';
import { streamFraming } from './stream-framing.ts';

interface Registration {
  readonly role: CheckRole;
  readonly create: (contract: Contract) => ResponseCheck;
}

/** Every check of single exchanges by its id; the other ids are those of suites. */
const REGISTRY: Readonly<Record<ExchangeCheckId, Registration>> = {
  'complete-response': { role: 'conformance', create: completeResponse },
  'status-code': { role: 'conformance', create: documentedStatusCode },
  'expected-outcome': { role: 'expectation', create: expectedOutcome },
  'lenient-parsing': { role: 'expectation', create: lenientParsing },
  'server-error': { role: 'conformance', create: serverError },
  'content-type': { role: 'conformance', create: contentType },
  'json-syntax': { role: 'conformance', create: jsonSyntax },
  'stream-framing': { role: 'conformance', create: streamFraming },
  'response-schema': { role: 'conformance', create: responseSchema },
  'response-headers': { role: 'conformance', create: responseHeaders },
  'lossless-values': { role: 'conformance', create: losslessValues },
  'expected-response': { role: 'conformance', create: expectedResponse },
};

const EXPECTATION_IDS = new Set<string>(EXCHANGE_CHECKS.filter((id) => REGISTRY[id].role === 'expectation'));

/** Creates every check for a contract. Findings get the id of their check here. */
export function createChecks(contract: Contract): readonly Check[] {
  return EXCHANGE_CHECKS.map((id) => {
    const { role, create } = REGISTRY[id];
    const { title, evaluate } = create(contract);
    return { id, role, title, evaluate: (exchange) => evaluate(exchange).map((found) => ({ check: id, ...found })) };
  });
}

/** True for a finding about the outcome of the case; the response itself may conform to the document. */
export function isExpectationFinding({ check }: Finding): boolean {
  return EXPECTATION_IDS.has(check);
}
