import { requestMediaType } from '../../generate/requests/build-request.ts';
import { concreteMediaType } from '../../openapi/body/concrete-media-type.ts';
import { boundaryOf, hasMatchingBoundary } from '../../openapi/body/read-multipart.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { parseMediaType } from '../../openapi/media-type.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { acceptInvalid, type RequestPredicate } from './mutate-validation.ts';

/** Services that take a multipart body whose parts cannot be told from each other (RFC 2046 section 5.1.1). */
export function* lenientMultipartMutants(subject: MutationContext): Generator<Mutant> {
  const { contract, operation } = subject;
  const type = requestMediaType(operation);
  if (!type || parseMediaType(concreteMediaType(type.type))?.essence !== 'multipart/form-data') return;
  const clause = contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer);
  const one = (takes: string, concerns: RequestPredicate): Mutant =>
    createMutant(operation, {
      clause,
      kind: 'let in',
      description: `takes parts ${takes}`,
      targetClause: clause,
      mutate: acceptInvalid(subject, [clause], concerns),
    });
  yield one('without their boundary', (_, request) => boundaryOf(request) === undefined);
  yield one(
    'under another boundary',
    (_, request) => boundaryOf(request) !== undefined && !hasMatchingBoundary(request),
  );
}
