import { parts } from '../../openapi/clauses/clauses.ts';
import type { Ground, Planned } from './case-spec.ts';

/** A valid request without the credentials that its operation asks for (OpenAPI 3.0.3, Security Requirement Object). */
export function* securityCases({ contract, operation, least }: Ground): Generator<Planned> {
  const needed = operation.security.length > 0 && operation.security.every((alternative) => alternative.length > 0);
  if (!needed) return;
  const about = [contract.clauseAt(operation, parts.security, operation.pointer)];
  yield { id: 'without credentials', draft: least, intent: 'reject', about, anonymous: true };
}
