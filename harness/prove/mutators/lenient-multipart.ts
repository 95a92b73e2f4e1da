import { requestMediaType } from '../../generate/requests/build-request.ts';
import { concreteMediaType } from '../../openapi/body/concrete-media-type.ts';
import { boundaryOf, hasMatchingBoundary } from '../../openapi/body/read-multipart.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { parseMediaType } from '../../openapi/media-type.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { acceptInvalid, type RequestPredicate } from './mutate-validation.ts';

/** Mutants that accept multipart bodies whose parts cannot be separated (RFC 2046 section 5.1.1). */
export function* lenientMultipartMutants(context: MutationContext): Generator<Mutant> {
  const { contract, operation } = context;
  const type = requestMediaType(operation);
  if (!type || parseMediaType(concreteMediaType(type.type))?.essence !== 'multipart/form-data') return;
  const clause = contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer);
  const one = (what: string, concerns: RequestPredicate): Mutant =>
    createMutant(operation, {
      clause,
      mutator: 'skip-validation',
      description: `accepts parts ${what}`,
      targetClause: clause,
      mutate: acceptInvalid(context, [clause], concerns),
    });
  yield one('without a boundary', (_, request) => boundaryOf(request) === undefined);
  yield one(
    'with another boundary',
    (_, request) => boundaryOf(request) !== undefined && !hasMatchingBoundary(request),
  );
}
