import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';

/** Yields a valid request without the required credentials (OpenAPI 3.0.3, Security Requirement Object). */
export function* missingCredentialsCases({ contract, operation, requiredOnly }: BoundaryContext): Generator<CaseSpec> {
  const needed = operation.security.length > 0 && operation.security.every((alternative) => alternative.length > 0);
  if (!needed) return;
  const targets = [contract.clauseAt(operation, clauseParts.security, operation.pointer)];
  yield {
    id: 'without credentials',
    spec: requiredOnly,
    expectation: 'reject',
    targets,
    withoutCredentials: true,
  };
}
