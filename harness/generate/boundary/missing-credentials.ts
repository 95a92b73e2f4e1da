import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { requiresCredentials } from '../../openapi/request/security.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';

/** Yields a valid request without the required credentials (OpenAPI 3.0.3, Security Requirement Object). */
export function* missingCredentialsCases({ contract, operation, requiredOnly }: BoundaryContext): Generator<CaseSpec> {
  if (!requiresCredentials(contract, operation)) return;
  const targets = [contract.clauseAt(operation, clauseParts.security, operation.pointer)];
  yield {
    id: 'without credentials',
    spec: requiredOnly,
    expectation: 'reject',
    targets,
    withoutCredentials: true,
  };
}
